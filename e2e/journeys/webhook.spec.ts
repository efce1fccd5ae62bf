import { createHmac } from 'node:crypto'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { startReceiver } from '#lib/webhooks/testing/receiver.ts'
import { demoMember, logIn, open, owner, placeOrder, transitionByStaff, waitForText } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'

/** Id of a service without a provider, so that only staff transition its orders. */
async function staffService(): Promise<number> {
  const client = new pg.Client({ connectionString: inject('shop').databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT id FROM services WHERE provider_id IS NULL AND NOT is_read_only AND min <= 100 AND max >= 100 ORDER BY unit_price LIMIT 1',
  )
  await client.end()
  return rows[0].id
}

test('a reseller’s server hears of his order, signed, and hears it again when asked', async ({ page, openPage }) => {
  const receiver = await startReceiver()
  await logIn(page, demoMember)
  await open(page, '/account')
  const card = page.locator('section', { has: page.getByRole('heading', { name: '웹훅', exact: true }) })
  await card.getByLabel('웹훅 주소', { exact: true }).fill('reseller.example.com')
  await card.getByRole('button', { name: '웹훅 저장' }).click()
  await waitForText(page, '공개된 https 주소를 입력해 주세요')
  await card.getByLabel('웹훅 주소', { exact: true }).fill(receiver.url)
  await card.getByRole('button', { name: '웹훅 저장' }).click()
  const secret = (await card.getByText(/^whsec_/).textContent()) ?? ''
  await expectGoodPage(page)

  const orderId = await placeOrder(page, {
    serviceId: await staffService(),
    link: '@some.body',
    amount: 100,
  })
  const staff = await openPage()
  await logIn(staff, owner)
  await transitionByStaff(staff, orderId, { to: '취소' })
  const canceled = () => receiver.received.find(({ body }) => JSON.parse(body).status === 'CANCELED')
  await expect.poll(canceled, { timeout: 15_000 }).toBeTruthy()
  const { body = '', headers = {} } = canceled() ?? {}
  expect(JSON.parse(body)).toMatchObject({ event: 'order.updated', orderId, status: 'CANCELED' })
  const hex = createHmac('sha256', secret).update(`${headers['x-timestamp']}.${body}`).digest('hex')
  expect(headers['x-signature']).toBe(`sha256=${hex}`)

  await open(page, '/account')
  expect(await page.getByText(secret).count()).toBe(0)
  await card.getByRole('button', { name: '테스트 이벤트 보내기' }).click()
  await card.getByText('테스트 이벤트를 잘 받았어요.').waitFor({ timeout: 20_000 })
  const test = receiver.received.map((each) => JSON.parse(each.body)).find(({ event }) => event === 'webhook.test')
  expect(test).toMatchObject({ test: true })
  await card.getByRole('link', { name: '전체 내역' }).click()
  await page.getByRole('heading', { name: '웹훅 내역' }).waitFor()
  await expectGoodPage(page)
  // Reads the page repeatedly, because the receiver gets a request a moment before the shop records the delivery as
  // DELIVERED.
  const delivered = async () => {
    await open(page, `/account/webhooks?order=${orderId}&state=DELIVERED`)
    return page.getByRole('table', { name: '웹훅 내역' }).getByRole('row').count()
  }
  // Three rows: the heading, the cancellation and its refund.
  await expect.poll(delivered, { timeout: 15_000 }).toBe(3)
  const before = receiver.received.length
  await page
    .getByRole('button', { name: /^웹훅 \d+ 자세히$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^웹훅 \d+$/ })
  await dialog.getByText(`"orderId": ${orderId}`).waitFor()
  await dialog.getByText('응답 200').first().waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: '다시 보내기' }).click()
  await waitForText(page, '웹훅을 다시 보내요.')
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(before)
  const again = receiver.received.at(-1)?.body ?? ''
  expect(receiver.received.slice(0, before).map((each) => each.body)).toContain(again)
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  await open(page, '/account')
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  await card.getByRole('switch', { name: '웹훅 사용' }).uncheck()
  await card.getByRole('button', { name: '웹훅 저장' }).click()
  await waitForText(page, '웹훅 설정을 저장했어요.')
  receiver.stop()
}, 150_000)
