import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { newPerson, open, owner, type Person, register, waitForText } from '../support/app.ts'
import { setUpAuthenticator, totpCodeOf } from '../support/authenticator.ts'
import { DESKTOP, expectGoodLooks, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'
import { waitUntilSettled } from '../support/settled.ts'

// Uses a shop that isn't a demo: staff need a second factor, and must enter their password again for the most sensitive
// actions.
let shop: OtherShop

beforeAll(async () => {
  shop = await openOtherShop('staff_doors', {}, { DEMO: 'false' })
})

afterAll(() => shop?.stop())

/** Allows the authenticator's present code to be used a second time. */
const allowCodeAgain = () => shop.sql('UPDATE staff_totp SET last_step = 0')

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function givePassword(page: Page, { id, password }: Person): Promise<void> {
  await page.context().clearCookies()
  await open(page, '/login')
  await field(page, '아이디').fill(id)
  await field(page, '비밀번호').fill(password)
  await press(page, '로그인')
}

test('staff set up an authenticator, enter by its codes and once by each recovery code', { timeout: 180_000 }, async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await open(page, '/admin/staff')
  await field(page, '아이디').fill(owner.id)
  await field(page, '비밀번호').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: '로그인', exact: true }).click()
  await page.waitForURL('**/login?next=*')
  await page.getByRole('img', { name: '인증 앱 설정 QR 코드' }).waitFor()
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await page.reload()
  const { secret, codes } = await setUpAuthenticator(page)
  expect(codes).toHaveLength(10)
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await press(page, '보관했어요')
  await page.waitForURL('**/admin/staff')
  await page.getByRole('heading', { name: '운영자', exact: true }).waitFor()

  await allowCodeAgain()
  await givePassword(page, owner)
  await page.getByRole('heading', { name: '2단계 인증', exact: true }).waitFor()
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await field(page, '인증 코드').fill(totpCodeOf(secret, 500))
  await waitForText(page, '인증 코드가 올바르지 않거나 이미 사용됐어요.')
  // Enters the code with a space in it, as one pasted from a message may have.
  const code = totpCodeOf(secret)
  await field(page, '인증 코드').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('**/order')

  // The session ends while something is typed. Both steps of the login are shown over the page. After them the page
  // sends what was typed.
  await open(page, '/admin/orders?status=1')
  await press(page, '보기 저장')
  await field(page, '이름').fill('진행 주문')
  await page.context().clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).click()
  const login = page.getByRole('dialog', { name: '로그인' })
  expect(await login.getByLabel('아이디', { exact: true }).inputValue()).toBe(owner.id)
  await login.getByLabel('비밀번호', { exact: true }).fill(owner.password)
  await login.getByRole('button', { name: '로그인', exact: true }).click()
  await login.getByRole('heading', { name: '2단계 인증', exact: true }).waitFor()
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await login.getByLabel('인증 코드', { exact: true }).fill(totpCodeOf(secret, 500))
  await login.getByText('인증 코드가 올바르지 않거나 이미 사용됐어요.').waitFor()
  await allowCodeAgain()
  await login.getByLabel('인증 코드', { exact: true }).fill(totpCodeOf(secret))
  await page.getByRole('navigation', { name: '저장한 보기' }).getByRole('link', { name: '진행 주문' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/orders')

  await givePassword(page, owner)
  await press(page, '인증 앱을 쓸 수 없나요? 복구 코드로 로그인')
  await field(page, '복구 코드').fill(codes[0] ?? '')
  await press(page, '확인')
  await page.waitForURL('**/order')
})

test('an owner gives a role and resets an authenticator, asked for his password once', { timeout: 180_000 }, async ({
  openPage,
}) => {
  await shop.sql('DELETE FROM staff_totp')
  const helper = newPerson()
  const other = await openPage({ url: shop.url })
  await register(other, helper)
  const page = await openPage({ url: shop.url })
  await givePassword(page, owner)
  await setUpAuthenticator(page)
  await press(page, '보관했어요')
  await page.waitForURL('**/order')
  await open(page, '/admin/staff')
  await press(page, '운영자 추가')
  await field(page, '회원 아이디').fill(helper.id)
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  const question = page.getByRole('dialog', { name: '비밀번호 확인' })
  await question.waitFor()
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await question.getByLabel('현재 비밀번호').fill('wrong-password')
  await question.getByRole('button', { name: '확인' }).click()
  await question.getByText('현재 비밀번호가 다릅니다').waitFor()
  await question.getByLabel('현재 비밀번호').fill(owner.password)
  await question.getByRole('button', { name: '확인' }).click()
  // The member of staff who was just added is selected.
  await page.getByRole('main').getByRole('region', { name: helper.id, exact: true }).waitFor()

  await givePassword(other, helper)
  await other.getByRole('img', { name: '인증 앱 설정 QR 코드' }).waitFor()
  const secret = ((await other.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  await field(other, '인증 코드').fill(totpCodeOf(secret))
  await waitForText(other, '등록 코드가 올바르지 않거나 만료됐어요. 대표에게 새 코드를 받아 주세요.')
  await expectGoodLooks(other, [PHONE, DESKTOP])
  await page.getByRole('button', { name: /^등록 코드 발급/ }).click()
  const invitation = page.getByRole('dialog', { name: '등록 코드 발급' })
  await invitation.getByRole('button', { name: '발급', exact: true }).click()
  const enrolCode = (await invitation.locator('code').textContent()) ?? ''
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await setUpAuthenticator(other, enrolCode)
  await press(other, '보관했어요')
  await other.waitForURL((url) => url.pathname === '/order')
  await open(other, '/admin/staff')

  await page.reload()
  await waitUntilSettled(page)
  await page.getByRole('cell', { name: helper.id }).click()
  await page.getByRole('button', { name: /^2단계 인증 초기화/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '초기화', exact: true }).click()
  await question.waitFor()
  await question.getByLabel('현재 비밀번호').fill(owner.password)
  await question.getByRole('button', { name: '확인' }).click()
  await waitForText(page, `${helper.id} 님의 2단계 인증을 초기화했어요.`)
  await open(other, '/admin/staff')
  await other.waitForURL((url) => url.pathname === '/order')
})

test('a list’s state is kept by a name and found again as a chip', { timeout: 120_000 }, async ({ openPage }) => {
  await shop.sql('DELETE FROM staff_totp')
  const page = await openPage({ url: shop.url })
  await givePassword(page, owner)
  await setUpAuthenticator(page)
  await press(page, '보관했어요')
  await page.waitForURL('**/order')
  await open(page, '/admin/orders?status=2&q=user')
  await press(page, '보기 저장')
  await field(page, '이름').fill('끝난 주문')
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).click()
  const chip = page.getByRole('navigation', { name: '저장한 보기' }).getByRole('link', { name: '끝난 주문' })
  await chip.waitFor()
  await open(page, '/admin/orders')
  await chip.click()
  await page.waitForURL('**/admin/orders?q=user&status=2')
  expect(await chip.getAttribute('aria-current')).toBe('true')
  await expectGoodLooks(page, [PHONE, DESKTOP])
})
