import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { logIn, newPerson, open, owner, register, tabTo, waitForText, waitUntilFocused } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, runSql } from '../support/shop-data.ts'

// Use cases of lib/ create the charges, deposits, orders and cash refunds that a staff member works on, in the running
// shop's database. The shop's outbox is encrypted, so these use cases need the shop's secret.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })
const loadUseCases = async () => ({
  ...(await import('#lib/core/db.ts')),
  ...(await import('#lib/members/testing/members.ts')),
  ...(await import('#lib/charges/request-cash-refund.ts')),
  ...(await import('#lib/charges/testing/charges.ts')),
  ...(await import('#lib/charges/testing/refunds.ts')),
  ...(await import('#lib/deposits/testing/deposits.ts')),
  ...(await import('#lib/orders/testing/orders.ts')),
  ...(await import('#lib/books/testing/expect-books-balance.ts')),
})
let shop: Awaited<ReturnType<typeof loadUseCases>>

beforeAll(async () => {
  shop = await loadUseCases()
})
afterAll(() => shop.expectBooksBalance())

/**
 * Describes the focused element. Returns 'nothing' if the focus is lost, so that the next Tab would start at the top.
 */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: active, body } = document
    return !active || active === body ? 'nothing' : `<${active.tagName.toLowerCase()}> ${active.textContent?.trim()}`
  })

/**
 * Returns functions that act by keys alone. After each press the page settles, and some element must have the focus.
 */
function keysOf(page: Page) {
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await waitUntilSettled(page)
    await expect
      .poll(() => focused(page), { message: `after ${key} at ${page.url()}`, timeout: 1_000 })
      .not.toBe('nothing')
  }
  /** Presses Tab, or Shift+Tab, until the control has the focus, and then `key`. */
  const pressOn = async (target: Locator, key = 'Enter', tab: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await tabTo(page, target, tab)
    await press(key)
  }
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  /** Opens a page of the console with the search over everything, and searches the page's list. */
  const findIn = async (name: string, path: string, q: string) => {
    await page.keyboard.press('Control+k')
    await waitUntilFocused(page.getByRole('combobox'))
    await page.keyboard.type(name)
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .waitFor()
    await press('Enter')
    await page.waitForURL(`**${path}`)
    await waitUntilSettled(page)
    await press('/')
    await page.keyboard.type(q)
    await press('Enter')
    await page.waitForURL(/[?&]q=/)
    await waitUntilSettled(page)
    // Leaves the search field for the list, where letters are shortcuts.
    await press('Tab')
  }
  return { press, pressOn, type, findIn }
}

test('by the keyboard alone a member asks for a charge and takes it back, makes a key with a cap, freezes and deletes it', {
  timeout: 180_000,
}, async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  const { keyboard } = page
  const main = page.getByRole('main')
  const pressOn = async (name: string) => {
    await tabTo(page, main.getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
  }
  const type = async (name: string, text: string) => {
    await tabTo(page, page.getByLabel(name, { exact: true }))
    await keyboard.type(text)
  }

  await open(page, '/point')
  await pressOn('+5만원')
  await type('입금자명', '홍길동')
  await pressOn('충전하기')
  await waitUntilFocused(page.getByRole('heading', { name: '입금을 기다리고 있어요' }))
  await pressOn('금액 복사')
  await waitForText(page, '복사했어요.')
  await waitUntilFocused(main.getByRole('button', { name: '금액 복사' }))
  await pressOn('신청 취소')
  await waitUntilFocused(page.getByRole('button', { name: '그대로 두기' }))
  await tabTo(page, page.getByRole('button', { name: '신청 취소하기' }))
  await keyboard.press('Enter')
  await waitForText(page, '충전 신청을 취소했어요.')
  await waitUntilFocused(page.getByRole('heading', { name: '잔액충전', exact: true }))

  await open(page, '/account')
  await pressOn('권한 나눈 키 만들기')
  await waitUntilFocused(page.getByLabel('이름', { exact: true }))
  await keyboard.type('자판')
  await type('하루 한도 (원, 선택)', '5000')
  await keyboard.press('Enter')
  const key = main.getByRole('listitem').filter({ hasText: '자판' })
  await key.getByText(/5,000원/).waitFor()
  await tabTo(page, key.getByRole('button', { name: /멈추기/ }))
  await keyboard.press('Enter')
  await waitUntilFocused(key.getByRole('button', { name: /다시 켜기/ }))
  await tabTo(page, key.getByRole('button', { name: /삭제/ }))
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /삭제/ }))
  await keyboard.press('Enter')
  await waitUntilFocused(page.getByRole('heading', { name: '계정설정', exact: true }))
  expect(await key.count()).toBe(0)
})

test('by the keyboard alone an operator matches a deposit, pays a refund until its transfer is done, and finishes an order', {
  timeout: 120_000,
}, async ({ page }) => {
  const { id: memberId, loginId } = await shop.makeMember({ loginId: newPerson().id, points: 100_000 })
  await shop.makeCharge({ memberId, point: 71_000_200, name: '본명' })
  await shop.makeDeposit({ name: `입금${loginId}`, amount: 71_000_200 })
  await shop.makeCreditedCharge(memberId, 10_000)
  const refundId = await shop.requestCashRefund(shop.db(), { memberId, input: shop.makeCashRefundInput(4_000) })
  const serviceId = await findServiceIdWhere(
    `s.type = 'Default' AND NOT s.is_read_only AND s.min <= 100 AND s.max >= 100`,
  )
  const orderId = await shop.makeOrder({ memberId, serviceId, amount: 100 })
  const { press, pressOn, type, findIn } = keysOf(page)
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const button = (name: string | RegExp, within: Locator | Page = page) => within.getByRole('button', { name })
  await logIn(page, owner)
  await open(page, '/admin')

  await findIn('입금', '/admin/deposits', `입금${loginId}`)
  await press('a')
  await waitUntilFocused(button(/^충전하기/, dialog('입금 맞추기')))
  await press('Enter')
  await waitForText(page, /71,000,200원을 충전했어요/)

  await findIn('환불', '/admin/refunds', loginId)
  await press('a')
  const pay = dialog('환불 지급')
  await pressOn(pay.getByLabel('이체 파일로 보낼게요'), 'Space')
  await pressOn(button('4,000원 지급하기', pay))
  await waitForText(page, /4,000원 환불을 지급했어요/)
  await pressOn(page.getByRole('link', { name: '전체', exact: true }).first())
  await press('x')
  await press('a')
  const file = dialog(/^이체 파일 만들기/)
  await pressOn(button('이체 파일 만들기', file))
  await file.getByText(/이체 파일 \d+번에 1건/).waitFor()
  await pressOn(button('닫기', file).first())
  await press('a')
  const sent = dialog('이체 완료')
  await type(sent.getByLabel('사유', { exact: true }), '은행에서 확인')
  await press('Enter')
  await waitForText(page, /4,000원 이체를 표시했어요/)
  const [refund] = await runSql<{ transfer: string }>('SELECT transfer FROM refund_requests WHERE id = $1', [refundId])
  expect(refund?.transfer).toBe('SENT')
  await page.getByRole('cell', { name: '지급 완료' }).waitFor()

  await findIn('주문', '/admin/orders', String(orderId))
  await press('a')
  const done = page.getByRole('radio', { name: '완료', exact: true })
  for (let presses = 0; presses < 9 && !(await done.isChecked()); presses++) await press('ArrowRight')
  await pressOn(button(/상태 바꾸기$/))
  await page.getByRole('row').getByText('완료', { exact: true }).waitFor()
  await expectGoodPage(page)
})

test('by the keyboard alone a member changes e-mail and password, makes and deletes keys, and comes as far as leaving', {
  timeout: 120_000,
}, async ({ page, openPage }) => {
  const person = newPerson()
  await register(page, person)
  // The phone is a second device, which the member signs out from the first one.
  for (const each of [await openPage(), page]) await logIn(each, person)
  await open(page, '/account')
  const { press, pressOn, type } = keysOf(page)
  const main = page.getByRole('main')
  const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await pressOn(button('이메일 변경'))
  await waitUntilFocused(field('이메일'))
  const email = `keys_${person.id}@example.com`
  await page.keyboard.type(email)
  await pressOn(button('인증번호 전송'))
  await waitUntilFocused(field('이메일 인증번호'))
  await page.keyboard.type(await lastCodeTo(email))
  await press('Enter')
  await waitForText(page, '이메일을 변경했어요.')
  await waitUntilFocused(button('이메일 변경'))

  await pressOn(button('기본 키 발급'))
  await main.getByRole('listitem').filter({ hasText: '기본 키' }).waitFor()
  await pressOn(button('API 키 보기'))
  await pressOn(button('기본 키 삭제'))
  await pressOn(page.getByRole('dialog').getByRole('button', { name: /삭제/ }))
  await expect.poll(() => main.getByRole('listitem').filter({ hasText: '기본 키' }).count()).toBe(0)

  await pressOn(button(/로그아웃$/))
  await expect.poll(() => button(/로그아웃$/).count()).toBe(0)

  // Holding Enter down opens and closes the question, but never deletes the account.
  await tabTo(page, button('회원탈퇴'))
  await page.keyboard.down('Enter')
  await waitUntilFocused(button('그만두기'))
  for (let repeats = 0; repeats < 6; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await waitUntilSettled(page)
  expect((await page.request.get('/auth/profile')).status()).toBe(200)
  await expect.poll(() => focused(page)).toContain('그만두기')
  await expectGoodPage(page)
  await tabTo(page, button('정말 탈퇴하시겠습니까?'))
  await pressOn(button('그만두기'), 'Space', 'Shift+Tab')
  await waitUntilFocused(button('회원탈퇴'))

  const newPassword = 'another-pw-34'
  await tabTo(page, field('현재 비밀번호'), 'Shift+Tab')
  await page.keyboard.type(person.password)
  for (const name of ['새 비밀번호', '새 비밀번호 확인']) await type(field(name), newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/order')
  const login = page.getByRole('dialog', { name: '로그인' })
  await waitUntilFocused(login.getByLabel('비밀번호', { exact: true }))
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await login.waitFor({ state: 'hidden' })
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('token')
})
