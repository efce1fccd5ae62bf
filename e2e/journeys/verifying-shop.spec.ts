import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { logIn, newPerson, open } from '../support/app.ts'
import { expectMessage } from '../support/expect-message.ts'
import { breakCall, expectFault, openFaulty, replaceCallBody, restoreCall } from '../support/faults.ts'
import { DESKTOP, expectGoodLooks, PHONE, TABLET, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

let shop: OtherShop

beforeAll(async () => {
  shop = await openOtherShop('verifying', { ENABLE_EMAIL_VERIFY: true, ENABLE_PHONE_NUMBER: true })
})

afterAll(() => shop?.stop())

const fill = (page: Page, name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text)
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function fillInSignUp(page: Page): Promise<void> {
  const { id, password } = newPerson()
  await open(page, '/register')
  await fill(page, '아이디', id)
  for (const name of ['비밀번호', '비밀번호 확인']) await fill(page, name, password)
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
}

const channels = [
  {
    path: '/auth/send-email',
    key: 'email-code',
    field: '이메일',
    bad: 'nobody@example',
    taken: 'member@example.com',
    good: 'newcomer@example.com',
  },
  {
    path: '/auth/send-phone-number',
    key: 'phone-code',
    field: '휴대전화',
    bad: '0101234567',
    taken: '01011112222',
    good: '01012345678',
  },
] as const

test('a code is asked for, refused, not sent, sent, and five long', async ({ openPage }) => {
  await shop.sql("UPDATE members SET phone = '01011112222' WHERE login_id = 'member'")
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await fillInSignUp(page)
  await fill(page, '이메일', 'newcomer@example.com')
  await press(page, '회원가입')
  await expectMessage(page, 'register.email-not-sent')
  for (const [at, { path, key, field, bad, taken, good }] of channels.entries()) {
    const send = () => page.getByRole('button', { name: '인증번호 전송' }).first().click()
    await fill(page, field, bad)
    await send()
    await expectMessage(page, `${key}.shape`)
    await fill(page, field, taken)
    await send()
    await expectMessage(page, `${key}.taken`)
    await replaceCallBody(page, path, { email: 7, phoneNumber: 7 })
    await send()
    await expectMessage(page, `${key}.malformed`)
    await restoreCall(page, path)
    await breakCall(page, path, 'network')
    await send()
    await expectMessage(page, `${key}.fault`)
    await restoreCall(page, path)
    await fill(page, field, good)
    await send()
    await expectMessage(page, `${key}.done`)
    expect(await page.getByLabel(field, { exact: true }).getAttribute('readonly')).toBe('')
    await press(page, '회원가입')
    await expectMessage(page, at === 0 ? 'register.email-code' : 'register.phone-code')
    await fill(page, `${field} 인증번호`, '00000')
    if (at > 0) continue
    await press(page, '회원가입')
    await expectMessage(page, 'register.phone-not-sent')
  }
  await expectGoodLooks(page, [PHONE, TABLET, DESKTOP])
})

test('an order without a product says so', async ({ openPage }) => {
  await shop.sql("UPDATE services SET withdrawn_at = '2020-01-01' WHERE withdrawn_at IS NULL")
  const page = await openPage({ url: shop.url })
  await logIn(page, { id: 'member', password: 'member-demo-1234' })
  await open(page, '/order')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await expectMessage(page, 'order.no-service')
  await shop.sql("UPDATE services SET withdrawn_at = NULL WHERE withdrawn_at = '2020-01-01'")
})

test('what is not there, and what can’t be read, is told on a page in the shop’s style', async ({ openPage }) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await openFaulty(page, '/_next/nothing')
  await page.getByRole('heading', { name: '페이지를 찾을 수 없어요' }).waitFor()
  await expectGoodLooks(page, [PHONE, TABLET, DESKTOP])
  await logIn(page, { id: 'member', password: 'member-demo-1234' })
  await shop.sql('ALTER TABLE orders RENAME TO orders_away')
  await openFaulty(page, '/order-history')
  await page.getByText('내역을 불러오지 못했습니다.').waitFor()
  await expectGoodLooks(page, [PHONE, TABLET, DESKTOP])
  await shop.sql('ALTER TABLE orders_away RENAME TO orders')
  await page.getByRole('button', { name: '다시 불러오기' }).click()
  await page.getByRole('link', { name: '전체', exact: true }).waitFor()
})

test('a page that failed while it was gone to is there at the press of its button, once the fault is over', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, { id: 'member', password: 'member-demo-1234' })
  await open(page, '/order')
  await shop.sql('ALTER TABLE api_keys RENAME TO api_keys_away')
  expectFault(page, '/account')
  await page.getByRole('link', { name: '계정설정' }).first().click()
  await page.getByRole('heading', { name: '화면을 불러오지 못했어요' }).waitFor()
  await shop.sql('ALTER TABLE api_keys_away RENAME TO api_keys')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('heading', { name: '비밀번호 변경' }).waitFor()
})
