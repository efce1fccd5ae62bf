import { randomInt } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { lastResetTokenSentTo } from '#lib/accounts/testing/links.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import {
  logIn,
  logInByForm,
  newPerson,
  open,
  type Person,
  register,
  waitForBalance,
  waitForText,
  waitUntilFocused,
} from '../support/app.ts'
import { expectMessage } from '../support/expect-message.ts'
import { breakCall, loseNextAnswer, restoreCall } from '../support/faults.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { stubPush } from '../support/stub-push.ts'

// This file reads reset links from the shop's outbox, whose messages are encrypted with the shop's secret.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })

const NEW_PASSWORD = 'another-pw-34'

const fill = (page: Page, name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text)
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

const emailOf = ({ id }: Person): string => `${id}@example.com`

async function newMember(page: Page): Promise<Person> {
  const person = newPerson()
  await register(page, person)
  return person
}

async function expectLoginRefused(page: Page, { id, password }: Person): Promise<void> {
  await open(page, '/login')
  await fill(page, '아이디', id)
  await fill(page, '비밀번호', password)
  await press(page, '로그인')
  await expectMessage(page, 'login.wrong')
}

async function submitEmail(page: Page, path: string, email: string, button: string): Promise<void> {
  await open(page, path)
  await fill(page, '이메일', email)
  await press(page, button)
}

test('who forgot his id and his password gets both back, by a link that works once and for him alone', async ({
  page,
  openPage,
}) => {
  const person = await newMember(page)
  await submitEmail(page, '/find-id', 'nobody', '아이디 찾기')
  await waitForText(page, '이메일이 올바르지 않습니다')
  await submitEmail(page, '/find-id', 'nobody@example.com', '아이디 찾기')
  await expectMessage(page, 'find-id.server')
  await submitEmail(page, '/find-id', emailOf(person), '아이디 찾기')
  await waitForText(page, `회원님의 아이디는 ${person.id} 입니다`)
  await submitEmail(page, '/find-password', 'nobody@example.com', '재설정 링크 받기')
  await expectMessage(page, 'find-password.server')
  await submitEmail(page, '/find-password', emailOf(person), '재설정 링크 받기')
  await expectMessage(page, 'find-password.done')

  const link = `/reset-password?token=${await lastResetTokenSentTo(emailOf(person))}`
  const stranger = await openPage()
  await logIn(stranger, await newMember(stranger))
  await stranger.goto(link)
  await stranger.waitForURL('**/order')
  // While waiting for the e-mail, the person has chosen to look around as a guest (둘러보기).
  await page.context().addCookies([{ name: 'guest', value: '1', url: page.url() }])
  await open(page, '/reset-password?token=none')
  await page.waitForURL('**/order')
  await open(page, link)
  await page.getByRole('heading', { name: '비밀번호 재설정' }).waitFor()
  await expectGoodPage(page)
  await fill(page, '새 비밀번호', NEW_PASSWORD)
  await press(page, '재설정')
  await expectMessage(page, 'reset.differs')
  await fill(page, '새 비밀번호', 'short')
  await fill(page, '새 비밀번호 확인', 'short')
  await press(page, '재설정')
  await waitForText(page, '비밀번호는 8~20자로 입력해 주세요')
  await fill(page, '새 비밀번호', NEW_PASSWORD)
  await fill(page, '새 비밀번호 확인', NEW_PASSWORD)
  await breakCall(page, '/service/reset-password', 'fault')
  await press(page, '재설정')
  await expectMessage(page, 'reset.fault')
  await restoreCall(page, '/service/reset-password')
  await press(page, '재설정')
  await expectMessage(page, 'reset.done')
  await page.waitForURL('**/order')
  const login = page.getByRole('dialog', { name: '로그인', exact: true })
  await login.getByText('비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.').waitFor()
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'hidden' })

  await expectLoginRefused(page, person)
  await page.goto(link)
  await page.waitForURL('**/login')
  await logInByForm(page, { ...person, password: NEW_PASSWORD })
})

const loginDialog = (page: Page) => page.getByRole('dialog', { name: '로그인', exact: true })

async function logInByDialog(page: Page, { id, password }: Person): Promise<void> {
  const dialog = loginDialog(page)
  await dialog.getByLabel('아이디', { exact: true }).fill(id)
  await dialog.getByLabel('비밀번호', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: '로그인', exact: true }).click()
}

test('signed out at a page of his, a member finds the login on the order screen and goes on to that page', async ({
  page,
}) => {
  const person = await newMember(page)
  await page.goto('/order-history?status=2')
  await page.waitForURL('**/order?next=*')
  await loginDialog(page).waitFor()
  await expectGoodPage(page)
  await loginDialog(page).getByRole('button', { name: '닫기', exact: true }).click()
  await page.waitForURL('**/order')
  await page.goto('/order-history?status=2')
  await loginDialog(page).waitFor()
  await logInByDialog(page, person)
  await page.waitForURL('**/order-history?status=2')
  await page.goto('/order?next=https%3A%2F%2Fexample.com%2Forder')
  await page.waitForURL('**/order')
})

test('who has been signed out meanwhile finds it out by a press in the menu, and nothing of his stays in the bar', async ({
  page,
}) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/order')
  await page.getByTestId('balance').waitFor()
  await page.context().clearCookies()
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '주문내역', exact: true }).click()
  await page.waitForURL('**/order?next=*')
  await loginDialog(page).getByRole('button', { name: '닫기', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: '회원가입' }).waitFor()
  expect(await page.getByTestId('balance').count()).toBe(0)
})

test('a step back after the logout shows nothing of the member, even from the cache of the browser', async ({
  page,
}) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/account')
  await page.context().clearCookies()
  // Acts as Firefox does when it restores the page from its back-forward cache. In this test's Chromium that cache is
  // off.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL('**/order?next=*')
  expect(await page.getByText(person.id).count()).toBe(0)
})

test('a step back to the login finds no password there, even in the cache of the browser', async ({ page }) => {
  await open(page, '/login')
  const password = page.getByLabel('비밀번호', { exact: true })
  await page.getByLabel('아이디', { exact: true }).fill('somebody')
  await password.fill('a-secret-1234')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(() => password.inputValue()).toBe('')
})

test('a session that ends inside the charge form keeps what was typed: after a login in place it is sent', async ({
  page,
}) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/point')
  await page.getByRole('button', { name: '+5천원', exact: true }).click()
  await fill(page, '입금자명', '홍길동')
  await page.context().clearCookies({ name: 'token' })
  const charge = page.getByRole('button', { name: '충전하기', exact: true })
  await charge.click()
  const dialog = loginDialog(page)
  expect(await dialog.getByLabel('아이디', { exact: true }).inputValue()).toBe(person.id)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await waitForText(page, '로그인이 필요합니다.')
  expect(await page.getByLabel('입금자명', { exact: true }).inputValue()).toBe('홍길동')
  await charge.click()
  await dialog.getByLabel('비밀번호', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: '로그인', exact: true }).click()
  await waitForText(page, '아래 정보를 확인해주세요.')
  expect(await page.getByText('5,000원').count()).toBeGreaterThan(0)
})

test.for(['', '?token=', '?token=nonsense', '?token=a.b.c'])(
  'the reset screen shows nothing for "%s" and steps back, or to the order screen from nowhere',
  async (query, { page, openPage }) => {
    await page.goto('/find-password')
    await page.goto(`/reset-password${query}`)
    await page.waitForURL('**/find-password')
    const fresh = await openPage()
    await fresh.goto(`/reset-password${query}`)
    await fresh.waitForURL('**/order')
  },
)

test('a new password is asked for in the contract’s order and signs out everywhere', async ({ page, openPage }) => {
  const person = await newMember(page)
  const elsewhere = await openPage()
  for (const each of [page, elsewhere]) await logIn(each, person)
  await open(page, '/account')
  const change = () => press(page, '비밀번호 변경')
  await change()
  await expectMessage(page, 'password.current-empty')
  // One press shows every broken field.
  await expectMessage(page, 'password.new-empty')
  await waitForText(page, '비밀번호를 한 번 더 입력해 주세요')
  await fill(page, '현재 비밀번호', 'wrong-password')
  await change()
  await expectMessage(page, 'password.new-empty')
  await fill(page, '새 비밀번호', 'short')
  await change()
  await expectMessage(page, 'password.differs')
  await fill(page, '새 비밀번호 확인', 'short')
  await change()
  await waitForText(page, '비밀번호는 8~20자로 입력해 주세요')
  for (const name of ['새 비밀번호', '새 비밀번호 확인']) await fill(page, name, NEW_PASSWORD)
  await change()
  await expectMessage(page, 'password.wrong')
  await fill(page, '현재 비밀번호', person.password)
  await breakCall(page, '/auth/change-password', 'network')
  await change()
  await expectMessage(page, 'password.fault')
  await restoreCall(page, '/auth/change-password')
  await change()
  await page.waitForURL('**/order')
  const login = page.getByRole('dialog', { name: '로그인' })
  await login.getByText('비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.').waitFor()
  expect(await login.getByLabel('아이디', { exact: true }).inputValue()).toBe(person.id)
  await waitUntilFocused(login.getByLabel('비밀번호', { exact: true }))
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
  expect((await elsewhere.request.get('/auth/profile')).status()).toBe(401)
  await logIn(page, { ...person, password: NEW_PASSWORD })
})

test('a member changes his e-mail address by a code that the new one got', async ({ page }) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/account')
  const own = page.getByRole('main')
  await own.getByText(emailOf(person)).waitFor()
  await press(page, '이메일 변경')
  await waitUntilFocused(page.getByLabel('이메일', { exact: true }))
  await press(page, '그만두기')
  await waitUntilFocused(page.getByRole('button', { name: '이메일 변경', exact: true }))
  await press(page, '이메일 변경')
  await press(page, '이메일 변경하기')
  await waitForText(page, '이메일이 올바르지 않습니다')
  const email = `new_${emailOf(person)}`
  await fill(page, '이메일', `mistyped_${emailOf(person)}`)
  await press(page, '인증번호 전송')
  await waitForText(page, '인증코드가 발송되었습니다.')
  await waitUntilFocused(page.getByLabel('이메일 인증번호', { exact: true }))
  await own.getByText(/^[0-2]:\d\d$/).waitFor()
  await press(page, '이메일 다시 입력')
  await waitUntilFocused(page.getByLabel('이메일', { exact: true }))
  await fill(page, '이메일', email)
  await press(page, '인증번호 전송')
  await fill(page, '이메일 인증번호', '1234')
  await press(page, '이메일 변경하기')
  await waitForText(page, '이메일 인증번호 5자를 입력하세요')
  await expectGoodPage(page)
  await fill(page, '이메일 인증번호', await lastCodeTo(email))
  await press(page, '이메일 변경하기')
  await waitForText(page, '이메일을 변경했어요.')
  await waitUntilFocused(page.getByRole('button', { name: '이메일 변경', exact: true }))
  await own.getByText(email).waitFor()
})

test('a member changes his telephone by a code that the new number got; a wrong code changes nothing', async ({
  page,
}) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/account')
  const phone = `010${String(randomInt(1e8)).padStart(8, '0')}`
  const shown = phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')
  await press(page, '휴대전화 등록')
  // Dashes are removed from the number while it is typed.
  await fill(page, '휴대전화', shown)
  await press(page, '인증번호 전송')
  await waitForText(page, '인증번호가 발송되었습니다.')
  const code = await lastCodeTo(phone)
  await fill(page, '휴대전화 인증번호', code === '11111' ? '22222' : '11111')
  await press(page, '휴대전화 변경하기')
  await waitForText(page, '인증번호가 올바르지 않습니다')
  await waitUntilFocused(page.getByLabel('휴대전화 인증번호', { exact: true }))
  expect(await page.getByRole('definition').getByText(shown).count()).toBe(0)
  await expectGoodPage(page)
  await fill(page, '휴대전화 인증번호', code)
  await press(page, '휴대전화 변경하기')
  await waitForText(page, '휴대전화 번호를 변경했어요.')
  await page.getByRole('definition').getByText(shown).waitFor()
  await page.getByRole('button', { name: '휴대전화 변경', exact: true }).waitFor()
})

test('the id of the last login is filled in, until the box for it is cleared', async ({ page }) => {
  const person = await newMember(page)
  const id = page.getByLabel('아이디', { exact: true })
  const box = page.getByLabel('ID 저장', { exact: true })
  const logInAndOut = async () => {
    await logInByForm(page, person)
    await page.goto('/logout')
    await open(page, '/login')
  }
  await logInAndOut()
  await expect.poll(() => id.inputValue()).toBe(person.id)
  expect(await box.isChecked()).toBe(true)
  await box.uncheck()
  await logInAndOut()
  await expect.poll(() => box.isChecked()).toBe(false)
  expect(await id.inputValue()).toBe('')
})

test('a reload of the sign-up keeps what is no secret, and one press marks the second password, too', async ({
  page,
}) => {
  await open(page, '/register')
  await waitUntilFocused(page.getByLabel('아이디', { exact: true }))
  await fill(page, '아이디', 'seoul_1')
  await fill(page, '비밀번호', 'pass-word-12')
  await fill(page, '이메일', 'seoul@example.com')
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  const where = await page.getByLabel('가입경로', { exact: true }).inputValue()
  await page.reload()
  await expect.poll(() => page.getByLabel('아이디', { exact: true }).inputValue()).toBe('seoul_1')
  expect(await page.getByLabel('이메일', { exact: true }).inputValue()).toBe('seoul@example.com')
  expect(await page.getByLabel('가입경로', { exact: true }).inputValue()).toBe(where)
  expect(await page.getByLabel('비밀번호', { exact: true }).inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('pass-word')
  await press(page, '회원가입')
  await waitForText(page, '비밀번호를 한 번 더 입력해 주세요')
  await waitForText(page, '(필수)')
  await expectGoodPage(page)
  // The rule of the id is checked after the rule of the e-mail address, but the field of the id is higher on the
  // screen, so it is focused.
  await fill(page, '아이디', '김철수')
  await fill(page, '이메일', 'seoul')
  await press(page, '회원가입')
  await waitForText(page, '이메일 형식을 맞춰주세요')
  await waitUntilFocused(page.getByLabel('아이디', { exact: true }))
})

test('a referral code is issued once and stays', async ({ page }) => {
  await logIn(page, await newMember(page))
  await open(page, '/account')
  await press(page, '추천인 코드 발급')
  const code = page.getByRole('main').getByText(/^[A-Z2-9]{8}$/)
  const text = await code.textContent()
  await open(page, '/account')
  expect(await code.textContent()).toBe(text)
  expect(await page.getByRole('button', { name: '추천인 코드 발급' }).count()).toBe(0)
})

test('notices are asked for by a press alone, and are on until they are turned off or the browser forbids them', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: PHONE })
  const push = await stubPush(page)
  await logIn(page, await newMember(page))
  await open(page, '/account')
  const notices = page.getByRole('switch', { name: '이 기기에서 주문 완료 알림 받기' })
  await waitForText(page, '링크와 포인트는 알림에 나오지 않아요')
  expect([await notices.isChecked(), await push.permissionRequests()]).toEqual([false, 0])
  await notices.click()
  await waitForText(page, '주문이 끝나면 알려 드릴게요.')
  expect([await notices.isChecked(), await push.permissionRequests()]).toEqual([true, 1])
  await expectGoodPage(page)
  await open(page, '/account')
  await waitForText(page, '로그아웃하면 꺼져요')
  expect(await notices.isChecked()).toBe(true)
  await notices.click()
  await waitForText(page, '이 기기의 알림을 껐어요.')
  expect(await notices.isChecked()).toBe(false)
  await push.forbid()
  await open(page, '/account')
  await waitForText(page, '브라우저가 이 사이트의 알림을 막고 있어요')
  await notices.click()
  await waitForText(page, '알림이 허용되지 않아 켜지 못했어요.')
})

test('an account ends at the second press, and its browser goes on as a guest', async ({ page }) => {
  const person = await newMember(page)
  await logIn(page, person)
  await open(page, '/account')
  await page.getByRole('button', { name: '회원탈퇴', exact: true }).dblclick()
  await waitForText(page, /남은 잔액 0원이 모두 사라지고/)
  await expectGoodPage(page)
  await press(page, '그만두기')
  expect((await page.request.get('/auth/profile')).status()).toBe(200)
  await press(page, '회원탈퇴')
  await breakCall(page, '/auth/account', 'fault')
  await press(page, '정말 탈퇴하시겠습니까?')
  await expectMessage(page, 'delete.fault')
  await restoreCall(page, '/auth/account')
  await press(page, '정말 탈퇴하시겠습니까?')
  await expectMessage(page, 'delete.done')
  await page.waitForURL('**/order')
  // The device cookie remains, because it contains nothing about the account.
  const cookies = (await page.context().cookies()).filter(({ name }) => name !== 'device')
  expect(cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(['guest=1'])
  await page.context().clearCookies()
  await expectLoginRefused(page, person)
})

test('a guest sees the account screen and changes nothing by it', async ({ page }) => {
  await open(page, '/order')
  await page.getByRole('button', { name: '둘러보기' }).first().click()
  await waitForBalance(page, '0원')
  const refusal = page.getByText('둘러보기 중에는 불가능합니다').first()
  for (const [name, key] of [
    ['추천인 코드 발급', 'guest.referral'],
    ['비밀번호 변경', 'guest.password'],
    ['기본 키 발급', 'guest.key'],
    ['회원탈퇴', 'guest.delete'],
  ] as const) {
    await open(page, '/account')
    await press(page, name)
    await expectMessage(page, key)
    await refusal.click()
    await refusal.waitFor({ state: 'hidden' })
  }
})

test('terms open in a tab of their own', async ({ page }) => {
  await open(page, '/login')
  for (const [name, path, heading] of [
    ['이용약관', '/terms/service', '제21조 (분쟁의 해결과 관할)'],
    ['개인정보 처리방침', '/terms/privacy', '제4조 (처리와 보유 기간)'],
  ] as const) {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    const tab = await opened
    await tab.getByRole('heading', { name: heading }).waitFor()
    expect(new URL(tab.url()).pathname).toBe(path)
  }
})

test('a key whose re-issue got no answer is shown as it is now, and isn’t called unchanged', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/account')
  await press(page, '기본 키 발급')
  await waitForText(page, '기본 키를 발급했어요')
  const key = page
    .getByRole('main')
    .locator('code')
    .filter({ hasText: /^sk_live_/ })
  const before = (await key.textContent()) ?? ''
  expect(before).toMatch(/^sk_live_/)
  await loseNextAnswer(page, '/auth/api-key')
  await press(page, '기본 키 바로 재발급')
  await page.getByRole('dialog').getByRole('button', { name: '바로 재발급하기' }).click()
  await waitForText(page, '키가 바뀌었는지 확인하지 못했어요. 목록을 확인해 주세요.')
  await expect.poll(async () => (await key.textContent())?.slice(-4)).not.toBe(before.slice(-4))
  await restoreCall(page, '/auth/api-key')
})
