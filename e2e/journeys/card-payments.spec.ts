import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { type PortoneStandIn, startPortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import { logIn, newPerson, open, owner, register, waitForBalance, waitForText } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

// Uses a shop of its own: while card payments are offered, the charge screen of every member has two more ways to pay.
let shop: OtherShop
let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
  shop = await openOtherShop('cardpayments', {})
}, 120_000)

afterAll(async () => {
  await shop?.stop()
  await standIn?.stop()
})

const actionButton = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first()

const labels = {
  storeId: '상점 아이디',
  channelKey: '채널 키',
  apiSecret: 'API 시크릿',
  webhookSecret: '웹훅 시크릿',
} as const

/** Connects the shop to PortOne's stand-in, checks the connection, and offers card payments to members. */
async function connect(page: Page): Promise<void> {
  await open(page, '/admin/connections')
  await page.getByRole('row').filter({ hasText: '포트원' }).getByRole('cell').first().click()
  await expectGoodPage(page)
  await actionButton(page, /^연결하기/).click()
  const form = page.getByRole('dialog', { name: '포트원 연결하기' })
  await form.getByLabel('환경', { exact: true }).selectOption('TEST')
  for (const [name, label] of Object.entries(labels))
    await form.getByLabel(label, { exact: true }).fill(standIn.values[name as keyof typeof labels])
  await form.getByLabel('다른 주소', { exact: true }).fill(standIn.url)
  await form.getByRole('button', { name: '저장하고 확인' }).click()
  await waitForText(page, '포트원 연결을 확인했어요.')
  await waitForText(page, '결제를 받지 않아요')
  await waitForText(page, /\/hooks\/portone$/)
  await actionButton(page, /^결제 받기 켜기/).click()
  await page.getByRole('dialog', { name: '결제 받기 켜기' }).getByRole('button', { name: '결제 받기 켜기' }).click()
  await waitForText(page, '이제 카드와 가상계좌로 결제를 받아요.')
  await expectGoodPage(page)
}

/** Starts a payment of 10,000 won on the charge screen and opens the payment window. */
async function openWindow(page: Page, way: '카드' | '가상계좌'): Promise<void> {
  await open(page, '/point')
  await page.getByRole('button', { name: '+1만원' }).click()
  await page.getByRole('button', { name: way, exact: true }).click()
  await expectGoodPage(page)
  await page.getByRole('button', { name: '충전하기' }).click()
  await waitForText(page, '결제를 진행해 주세요')
  await expectGoodPage(page)
  // What to do next comes before what is to be known about charges: a phone shows little more than the first card.
  const headings = await page.getByRole('main').getByRole('heading').allTextContents()
  expect(headings.indexOf('결제를 진행해 주세요')).toBeLessThan(headings.indexOf('충전 전에 확인해 주세요'))
  await page.getByRole('button', { name: '결제하기' }).click()
  await page.getByRole('heading', { name: '시험 결제창' }).waitFor()
}

test('a member pays by card and into a virtual account, and staff give the rest back to the card', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const [page, phone] = [await openPage({ url: shop.url }), await openPage({ url: shop.url, viewport: PHONE })]
  // Removes the connection that an earlier attempt of this test may have made.
  await shop.sql('DELETE FROM connections')
  const person = newPerson()
  await register(phone, person)
  await logIn(phone, person)
  await open(phone, '/point')
  expect(await phone.getByRole('button', { name: '가상계좌' }).count()).toBe(0)
  await logIn(page, owner)
  await connect(page)

  // If the payment window is closed without paying, nothing is credited, and the payment can still be made.
  await open(phone, '/order')
  await phone.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe')
  await openWindow(phone, '카드')
  await phone.getByRole('link', { name: '그만두기' }).click()
  await waitForText(phone, '결제를 진행해 주세요')
  await phone.getByRole('button', { name: '결제하기' }).click()
  await phone.getByRole('link', { name: '결제하기' }).click()
  await waitForText(phone, '충전이 완료됐어요.')
  await expectGoodPage(phone)
  await waitForBalance(phone, '10,000원')
  // The page offers to go back to the order that was typed before the charge. It goes back by itself if the payment was
  // made while it was open.
  await phone
    .getByRole('link', { name: '주문으로 돌아가기' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)
  await phone.waitForURL('**/order?service=*')
  await expect
    .poll(() => phone.getByLabel('링크', { exact: true }).inputValue())
    .toBe('https://www.instagram.com/seoul.cafe')

  // A payment into a virtual account waits for the transfer.
  await openWindow(phone, '가상계좌')
  await phone.getByRole('link', { name: '가상계좌 받기' }).click()
  await waitForText(phone, '아래 계좌로 입금해 주세요')
  await waitForText(phone, '국민은행 12345678901234')
  await expectGoodPage(phone)
  await open(phone, '/point')
  await waitForText(phone, '입금을 기다리는 가상계좌 1건')
  const paymentId = await shop.sql("SELECT payment_id FROM card_payments WHERE state = 'ISSUED' ORDER BY id DESC")
  standIn.pay(String((paymentId as { payment_id: string }).payment_id), 10_000)
  for (const { headers, body } of standIn.webhooks.splice(0))
    expect((await fetch(`${shop.url}/hooks/portone`, { method: 'POST', headers, body })).status).toBe(200)
  await expect
    .poll(() => shop.sql("SELECT count(*)::int AS n FROM card_payments WHERE state = 'PAID'"), { timeout: 20_000 })
    .toEqual({ n: 2 })

  // Staff cancel a part of the first payment.
  await open(page, `/admin/charges?status=all&q=${person.id}`)
  await page.getByRole('row').filter({ hasText: '카드·가상계좌' }).last().getByRole('cell').first().click()
  await actionButton(page, /^결제 취소/).click()
  const form = page.getByRole('dialog', { name: '결제를 취소할까요?' })
  await form.getByLabel('취소할 금액', { exact: true }).fill('4,000')
  await form.getByLabel('사유', { exact: true }).fill('회원 요청')
  await form.getByRole('button', { name: '결제 취소' }).click()
  await waitForText(page, '결제 취소를 요청했어요.')
  await expect
    .poll(() => shop.sql('SELECT max(cancelled)::int AS cancelled FROM card_payments'), { timeout: 20_000 })
    .toEqual({ cancelled: 400_000 })
  await open(phone, '/point')
  await waitForBalance(phone, '16,000원')
})
