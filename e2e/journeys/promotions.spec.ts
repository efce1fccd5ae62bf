import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  approveCharge,
  demoMember,
  logIn,
  open,
  owner,
  requestCharge,
  waitForBalance,
  waitForText,
} from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'
import { queryShopRows } from '../support/shop-rows.ts'

// Uses a shop of its own, because its bonus would change the balances of the other journeys.
let shop: OtherShop

beforeAll(async () => {
  shop = await openOtherShop('promotions', {})
}, 180_000)
afterAll(() => shop?.stop())

const dialogField = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true })

/** Creates a promotion in the console with the form that the key N opens. */
async function makePromotion(staff: Page, name: string, kind: string, fields: Record<string, string>): Promise<void> {
  await open(staff, '/admin/promotions')
  await staff.keyboard.press('n')
  await staff.getByRole('dialog').getByRole('radio', { name: kind, exact: true }).check()
  await dialogField(staff, '이름').fill(name)
  for (const [label, text] of Object.entries(fields)) await dialogField(staff, label).fill(text)
  await expectGoodPage(staff)
  await staff.getByRole('dialog').getByRole('button', { name: '만들기' }).click()
  await waitForText(staff, `‘${name}’ 혜택을 만들었어요.`)
}

test('staff make a bonus and a coupon; a member sees what he will get, gets it, and is told what a refund leaves out', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const staff = await openPage({ url: shop.url })
  await logIn(staff, owner)
  await makePromotion(staff, '연말 보너스', '충전 보너스', { '적립률 (%)': '10', '예산 (원)': '100000' })
  await makePromotion(staff, '첫눈 쿠폰', '쿠폰', { 포인트: '500', '예산 (원)': '100000' })
  await waitForText(staff, '진행 중')
  await expectGoodPage(staff)
  const [{ code } = { code: '' }] = (await queryShopRows(
    shop.databaseUrl,
    "SELECT code FROM promotions WHERE kind = 'COUPON'",
  )) as { code: string }[]

  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  await open(page, '/point')
  await waitForText(page, '연말 보너스')
  await page.getByRole('button', { name: '+1만원' }).click()
  await waitForText(page, '보너스 +1,000원')
  await expectGoodPage(page)
  await requestCharge(page, '+1만원', demoMember.id)
  await approveCharge(staff, demoMember.id)
  await open(page, '/point')
  await waitForBalance(page, '111,000원')
  await waitForText(page, '모두 환불받으면 함께 받은 보너스 1,000원도 회수돼요.')

  await page.getByLabel('쿠폰 번호', { exact: true }).fill('ABCD-EFGH-JKLM')
  await page.getByRole('button', { name: '등록', exact: true }).click()
  await waitForText(page, '사용할 수 없는 쿠폰이에요. 번호와 사용 기간을 확인해 주세요.')
  await page.getByLabel('쿠폰 번호', { exact: true }).fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await waitForText(page, '쿠폰으로 500원을 받았어요.')
  await waitForBalance(page, '111,500원')
  expect(await page.getByLabel('쿠폰 번호', { exact: true }).inputValue()).toBe('')
  await expectGoodPage(page)

  await open(staff, '/admin/promotions')
  await staff.getByText('연말 보너스').first().click()
  await staff.keyboard.press('r')
  await staff.getByRole('dialog').getByRole('button', { name: '멈추기' }).click()
  await waitForText(staff, '‘연말 보너스’ 혜택을 멈췄어요.')
  await open(page, '/point')
  expect(await page.getByRole('region', { name: '충전 보너스' }).count()).toBe(0)
})
