import { expect } from 'vitest'
import { chargeStatus, feeType } from '#lib/charges/labels.ts'
import {
  approveCharge,
  demoMember,
  logIn,
  newPerson,
  open,
  owner,
  register,
  requestCharge,
  waitForBalance,
  waitForText,
  waitUntilFocused,
  waitUntilInSight,
} from '../support/app.ts'
import { expectMessage } from '../support/expect-message.ts'
import { breakCall, restoreCall } from '../support/faults.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

test('what to transfer stays after a reload until the charge is taken back', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+1만원', '홍길동')
  await waitForText(page, '입금을 기다리고 있어요')
  await page.getByRole('heading', { name: /^충전 신청 \d+번$/ }).waitFor()
  await page.reload()
  await waitForText(page, '입금을 기다리고 있어요')
  expect(await page.getByRole('link', { name: '토스로 송금하기' }).getAttribute('href')).toMatch(/&amount=10000$/)
  await expectGoodPage(page)

  await open(page, '/point')
  expect(await page.getByLabel('입금자명').inputValue()).toBe('홍길동')
  await waitForText(page, '입금을 기다리는 충전 1건')
  await page.getByRole('link', { name: '입금 안내', exact: true }).click()
  await waitUntilFocused(page.getByRole('heading', { name: '입금을 기다리고 있어요' }))
  await waitUntilInSight(page.getByRole('button', { name: '계좌번호 복사' }))
  await page.getByRole('button', { name: '신청 취소', exact: true }).click()
  // The dialog closes when the refusal arrives; the message must stay visible.
  const refusal = { status: 403, json: { code: 'FORBIDDEN', message: '지금은 취소할 수 없어요.' } }
  await page.route('**/withdraw', (route) => route.fulfill(refusal), { times: 1 })
  await page.getByRole('button', { name: '신청 취소하기' }).click()
  await page.getByRole('status').getByText(refusal.json.message).waitFor()
  await page.getByRole('button', { name: '신청 취소', exact: true }).click()
  await page.getByRole('button', { name: '신청 취소하기' }).click()
  await waitForText(page, '충전 신청을 취소했어요.')
  await waitUntilFocused(page.getByRole('heading', { name: '잔액충전', exact: true }))
  await page.getByRole('button', { name: '충전하기', exact: true }).waitFor()
  const banner = page.getByRole('complementary', { name: '화면 안내' })
  await banner.getByRole('button', { name: '가로 화면 안내 닫기' }).click()
  await open(page, '/point?status=2')
  expect(await banner.isVisible()).toBe(false)
  await page.getByRole('row').getByText('신청 취소', { exact: true }).waitFor()
})

test('the time that is left is right from the start on a computer whose clock is wrong', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+1만원', '홍길동')
  await page.addInitScript(() => {
    const browserTime = Date.now
    Date.now = () => browserTime() + 4 * 3_600_000
    // A hidden page makes no calls, whose answers would tell it the server's time.
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  })
  await page.reload()
  await waitForText(page, /^2:59:\d\d$/)
})

test('another page of the charge history is seen and read at once, not the top of the screen', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await runSql(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, response_at, expires_at)
     SELECT m.id, '홍길동', '홍길동', 100000, 100000, ${feeType.NONE}, '{}', ${chargeStatus.FAIL}, now(), now()
     FROM members m, generate_series(1, 11) WHERE m.login_id = $1`,
    [person.id],
  )
  await open(page, '/point')
  const scrolledTo = () => page.evaluate(() => Math.round(scrollY))
  const link = page.getByRole('link', { name: '2 페이지' })
  await link.focus()
  const before = await scrolledTo()
  expect(before).toBeGreaterThan(0)
  await link.press('Enter')
  await page.waitForURL('**/point?page=2')
  const history = page.getByRole('table', { name: '충전 내역' })
  await waitUntilFocused(history)
  await waitUntilInSight(history.getByRole('row').first())

  // A step back shows what the reader has left: the rows of the first page, scrolled as they were.
  await page.goBack()
  await page.waitForURL('**/point')
  await page.getByRole('status').getByText('전체 2페이지 중 1페이지').waitFor({ state: 'attached' })
  await expect.poll(scrolledTo).toBe(before)
})

test('who waits for his deposit sees it arrive without doing anything', async ({ page, openPage }) => {
  const person = newPerson()
  const staff = await openPage()
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+5만원', person.id)
  await page.getByText(/^[012]:\d\d:\d\d$/).waitFor()
  await logIn(staff, owner)
  await approveCharge(staff, person.id)
  await waitForText(page, '충전이 완료됐어요.')
  await waitForBalance(page, '50,000원')
  await page.getByRole('button', { name: '충전하기', exact: true }).waitFor()

  await open(staff, `/admin/charges?status=1&q=${person.id}`)
  await staff.keyboard.press('r')
  const dialog = staff.getByRole('dialog', { name: '승인 취소' })
  await dialog.getByLabel('사유', { exact: true }).fill('오승인')
  await dialog.getByRole('button', { name: '승인 취소' }).click()
  await waitForText(staff, `${person.id} · 50,000원 승인을 취소했어요`)
  await open(page, '/point')
  const row = page.getByRole('row', { name: '50,000원' })
  await row.getByText('승인 취소', { exact: true }).waitFor()
  await row.getByText('50,000원 회수').waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/\dP/)
  await waitForBalance(page, '0원')
})

test('a tax invoice makes the transfer a tenth dearer, and asks for what it needs', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/point')
  const press = () => page.getByRole('button', { name: '충전하기', exact: true }).click()
  await press()
  await expectMessage(page, 'charge.name-empty')
  await page.getByLabel('입금자명').fill('홍길동')
  await press()
  await expectMessage(page, 'charge.amount')
  await page.getByRole('button', { name: '+1만원' }).click()
  await page.getByRole('radio', { name: '세금계산서' }).check()
  await waitForText(page, '11,000원')
  await press()
  await waitForText(page, '상호를 입력해 주세요')
  const invoice = [
    '포인트 상사',
    '123-45-67891',
    '홍길동',
    '02-123-4567',
    '서비스업',
    '광고대행',
    '서울 강남구',
    'a@b.kr',
  ]
  const fields = ['상호', '사업자등록번호', '대표자명', '연락처', '업태', '종목', '사업장 주소', '이메일']
  for (const [at, name] of fields.entries()) await page.getByLabel(name, { exact: true }).fill(invoice[at] ?? '')
  await breakCall(page, '/service/point', 'network')
  await press()
  await expectMessage(page, 'charge.fault')
  await restoreCall(page, '/service/point')
  await press()
  await expectMessage(page, 'charge.done')
  await waitForText(page, '11,000원')

  await open(page, '/point')
  expect(await page.getByLabel('입금자명').inputValue()).toBe('홍길동')
  await page.getByRole('radio', { name: '세금계산서' }).check()
  const stored = await Promise.all(fields.map((name) => page.getByLabel(name, { exact: true }).inputValue()))
  expect(stored).toEqual(invoice.map((text) => text.replace('123-45-67891', '1234567891')))
})

test('an amount is what was typed: 1.5 is not 15 won, and the caret stays where it is typed', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/point')
  const field = page.getByLabel('충전금액', { exact: true })
  await page.getByLabel('입금자명').fill('홍길동')
  await field.pressSequentially('1.5')
  expect(await field.inputValue()).toBe('1.5')
  await page.getByRole('button', { name: '충전하기', exact: true }).click()
  await expectMessage(page, 'charge.amount')
  await page.getByRole('button', { name: '+1천원', exact: true }).click()
  expect(await field.inputValue()).toBe('1,000')
  await field.press('Home')
  await field.press('ArrowRight')
  await page.keyboard.type('23')
  expect(await field.inputValue()).toBe('123,000')
  await page.keyboard.press('Backspace')
  expect(await field.inputValue()).toBe('12,000')
})

test('an early press is not lost, and no password lands in the address', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await page.route('**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('아이디', { exact: true }).fill(person.id)
  await page.getByLabel('비밀번호', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click()
  expect(page.url()).toMatch(/\/login$/)
  await page.waitForURL('**/order')
})

test('a receipt chosen before the page is hydrated is requested with its fields', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await page.route('**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/point', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '현금영수증' }).check()
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  await page.getByLabel('휴대전화', { exact: true }).waitFor()
  expect(await page.getByRole('radio', { name: '현금영수증' }).isChecked()).toBe(true)
})

test('a page of the charges beyond the last leads to the last', async ({ page }) => {
  await logIn(page, demoMember)
  await page.goto('/point?page=900')
  await page.waitForURL((url) => url.pathname === '/point' && url.searchParams.get('page') !== '900')
})
