import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { payactionValues, startPayactionStandIn } from '#lib/deposits/sources/testing/payaction-stand-in.ts'
import type { StandIn } from '#lib/deposits/sources/testing/stand-in.ts'
import { logIn, newPerson, open, owner, register, requestCharge, waitForBalance, waitForText } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

// Uses a shop of its own: while a deposit source is connected, the worker registers every charge of the shop with it.
let shop: OtherShop
let standIn: StandIn

beforeAll(async () => {
  standIn = await startPayactionStandIn()
  shop = await openOtherShop('connections', {})
}, 120_000)

afterAll(async () => {
  await shop?.stop()
  await standIn?.stop()
})

const actionButton = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first()

/** Fills in the form of PayAction's connection and submits it. */
async function giveValues(page: Page, values: Record<string, string>): Promise<void> {
  const form = page.getByRole('dialog', { name: /^페이액션/ })
  const labels = { mallId: '상점 ID', apiKey: 'API 키', webhookKey: '웹훅 키', baseUrl: '다른 주소' }
  for (const [name, value] of Object.entries(values))
    await form.getByLabel(labels[name as keyof typeof labels], { exact: true }).fill(value)
  await form.getByRole('button', { name: '저장하고 확인' }).click()
}

/**
 * Pays a charge: waits until the charge is registered at PayAction's stand-in, makes the deposit there, and sends
 * PayAction's webhook to the address that the page shows.
 */
async function payCharge(webhookUrl: string, name: string, amount: number): Promise<void> {
  await expect
    .poll(() => standIn.registered(), { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ name, amount }))
  standIn.transfer({ name, amount })
  const [webhook] = standIn.webhooks.splice(0)
  const answer = await fetch(webhookUrl, { method: 'POST', headers: webhook?.headers ?? {}, body: webhook?.body ?? '' })
  expect(standIn.accepts({ status: answer.status, text: await answer.text() })).toBe(true)
}

test('an owner connects a source: it suggests at first, and credits once he has switched it on', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const [page, memberPage] = [await openPage({ url: shop.url }), await openPage({ url: shop.url })]
  // Removes the connection that an earlier attempt of this test may have made.
  await shop.sql('DELETE FROM connections')
  const person = newPerson()
  await register(memberPage, person)
  await logIn(memberPage, person)
  await logIn(page, owner)
  await open(page, '/admin/connections')
  await page.getByRole('row').filter({ hasText: '페이액션' }).getByRole('cell').first().click()
  await expectGoodPage(page)

  // With a wrong key the page says what to do.
  await actionButton(page, /^연결하기/).click()
  await page.getByRole('dialog', { name: '페이액션 연결하기' }).waitFor()
  await expectGoodPage(page)
  const { apiKey, ...rest } = payactionValues
  await giveValues(page, { ...rest, apiKey: 'a-wrong-key-0123456789', baseUrl: standIn.url })
  await waitForText(page, /API 키나 상점 ID를 받아 주지 않았어요\. 대시보드의 값과 같은지 확인해 주세요\./)
  await page.getByRole('row').filter({ hasText: '페이액션' }).getByText('오류', { exact: true }).waitFor()

  // The correct key is accepted. No key is ever shown again.
  await actionButton(page, /^값 바꾸기/).click()
  await giveValues(page, { apiKey })
  await waitForText(page, '페이액션 연결을 확인했어요.')
  await page.getByRole('row').filter({ hasText: '페이액션' }).getByText('실제 연동 미검증', { exact: true }).waitFor()
  await open(page, '/admin/connections?id=1')
  const html = await page.content()
  for (const secret of [apiKey, payactionValues.webhookKey]) expect(html).not.toContain(secret)
  await waitForText(page, '맞은 추천 0/10')
  await expectGoodPage(page)
  const webhookUrl = (await page.getByText(/\/hooks\/sources\/payaction$/).textContent()) ?? ''

  // At first the deposit source only suggests which charge a deposit pays for. Staff accept a suggestion with one
  // press.
  const name = `연동${person.id.slice(-4)}`
  await requestCharge(memberPage, '+1만원', name)
  await payCharge(webhookUrl, name, 10_000)
  await expect
    .poll(() => shop.sql('SELECT status, is_proved FROM deposits WHERE name = $1', [name]), { timeout: 20_000 })
    .toEqual({ status: 'WAITING', is_proved: true })
  await open(page, '/admin/deposits')
  await page.getByRole('row').filter({ hasText: name }).getByRole('cell').first().click()
  await page.getByRole('checkbox', { name: new RegExp(name) }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: '입금 맞추기' }).waitFor()
  await page.keyboard.press('Enter')
  await waitForText(page, `${name} · 10,000원을 충전했어요.`)
  await open(memberPage, '/point')
  await waitForBalance(memberPage, '10,000원')
  await open(page, '/admin/connections?id=1')
  await waitForText(page, '맞은 추천 1/10')
  expect(await actionButton(page, /^자동 충전 켜기/).count()).toBe(0)

  // After ten correct suggestions the owner may let the deposit source credit charges. The next deposit then needs no
  // decision by staff.
  await shop.sql(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, connection, is_proved, status, suggestion,
       matched_at)
     SELECT 'payaction:' || gen_random_uuid(), 'x', 'x', 100, now(), 'CONNECTION', 'payaction', true, 'RETURNED', 'RIGHT', now()
     FROM generate_series(2, 10) AS n`,
  )
  await open(page, '/admin/connections?id=1')
  await actionButton(page, /^자동 충전 켜기/).click()
  await page.getByRole('dialog', { name: '자동 충전 켜기' }).getByRole('button', { name: '자동 충전 켜기' }).click()
  await waitForText(page, '자동 충전을 켰어요.')
  await expectGoodPage(page)
  await requestCharge(memberPage, '+5만원', name)
  await payCharge(webhookUrl, name, 50_000)
  await waitForBalance(memberPage, '60,000원')
})
