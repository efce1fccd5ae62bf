import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { orderStatus } from '#lib/orders/labels.ts'
import { demoMember, logIn, open, owner, waitForText } from '../support/app.ts'
import { changeBeforeRequest } from '../support/change-before-request.ts'
import type { MessageKey } from '../support/contract.ts'
import { expectMessage } from '../support/expect-message.ts'
import { loseNextAnswer, restoreCall } from '../support/faults.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'
import { waitUntilSettled } from '../support/settled.ts'

// Tests the messages that a member sees if a request about an order, an order for a link that has an open order, or a
// coupon is refused. Uses a shop of its own, because the tests change orders, services and promotions to cause these
// refusals.
let shop: OtherShop
let serviceId = 0
let links = 0

const idOf = async (text: string, values: unknown[] = []): Promise<number> =>
  ((await shop.sql(text, values)) as { id: number }).id

beforeAll(async () => {
  shop = await openOtherShop('after_order', {})
  serviceId = await idOf(
    `UPDATE services SET refill_days = 30, can_cancel = true, one_order_per_link = true
     WHERE id = (SELECT min(s.id) FROM services s JOIN categories c ON c.id = s.category_id
       WHERE c.platform_id = 1 AND s.type = 'Default' AND s.unit_price = 330000 AND s.min = 10
         AND s.provider_id IS NULL AND NOT s.is_read_only AND s.withdrawn_at IS NULL) RETURNING id`,
  )
}, 180_000)
afterAll(() => shop?.stop())

async function place(page: Page, link = `https://www.instagram.com/after.order${++links}/`): Promise<number> {
  const placed = await page.request.post('/service/order', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { serviceId, link, amount: 100 },
  })
  return ((await placed.json()) as { orderId: number }).orderId
}

/** Price that an order for the link would have now. A changed price reaches the shop's cache a moment later. */
async function priceOf(page: Page, link: string): Promise<number> {
  const priced = await page.request.post('/service/orders', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { orders: [{ serviceId, link, amount: 100, runs: 0, interval: 0 }], dryRun: true },
  })
  return ((await priced.json()) as { point: number }).point
}

async function complete(orderId: number, daysAgo: number): Promise<void> {
  await shop.sql(
    `UPDATE orders SET status = ${orderStatus.COMPLETED}, start_count = 1000, remains = 0, sent_at = now() WHERE id = $1`,
    [orderId],
  )
  await shop.sql(
    `INSERT INTO order_events (order_id, from_status, to_status, actor, remains, at)
     VALUES ($1, ${orderStatus.INPROGRESS}, ${orderStatus.COMPLETED}, 'worker', 0, now() - $2::int * interval '1 day')`,
    [orderId, daysAgo],
  )
}

async function openSheet(page: Page, orderId: number) {
  await open(page, `/order-history?order=${orderId}`)
  const sheet = page.getByRole('dialog', { name: `주문 ${orderId}번` })
  await sheet.waitFor()
  return sheet
}

type Refused = { kind: '리필 요청' | '빨리 진행 요청'; key: MessageKey; change: string; path: string }

/**
 * Opens an order's sheet, which offers the request, then changes the order by the SQL `change`, and presses the button.
 * Expects that the request is refused with the message `key`.
 */
async function refuse(page: Page, orderId: number, { kind, key, change, path }: Refused): Promise<void> {
  const sheet = await openSheet(page, orderId)
  await sheet.getByRole('button', { name: kind, exact: true }).click()
  await changeBeforeRequest(page, `**/service/order/*/${path}`, () => shop.sql(change, [orderId]))
  await sheet.getByRole('form', { name: kind }).getByRole('button', { name: kind }).click()
  await expectMessage(page, key)
}

test('a refill that can’t be asked for says why, before the press where it is known and after it where not', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  const dropped = await place(page)
  await complete(dropped, 0)
  const sheet = await openSheet(page, dropped)
  await sheet.getByRole('button', { name: '리필 요청', exact: true }).click()
  const form = sheet.getByRole('form', { name: '리필 요청' })
  const press = form.getByRole('button', { name: '리필 요청' })
  await form.getByLabel('지금 수량').fill('1100')
  await press.click()
  await expectMessage(page, 'request.not-dropped')
  await form.getByLabel('지금 수량').fill('900')
  await press.click()
  await expectMessage(page, 'request.below-start')

  const refill = { kind: '리필 요청', path: 'refill' } as const
  const reopened = `UPDATE orders SET status = ${orderStatus.INPROGRESS} WHERE id = $1`
  await refuse(page, dropped, { ...refill, key: 'request.not-completed', change: reopened })
  await shop.sql(`UPDATE orders SET status = ${orderStatus.COMPLETED} WHERE id = $1`, [dropped])
  const without = 'UPDATE services SET refill_days = 0 WHERE id = (SELECT service_id FROM orders WHERE id = $1)'
  await refuse(page, dropped, { ...refill, key: 'request.no-refill', change: without })
  await shop.sql('UPDATE services SET refill_days = 30 WHERE id = $1', [serviceId])

  const again = await openSheet(page, dropped)
  await again.getByRole('button', { name: '리필 요청', exact: true }).click()
  await again.getByRole('form', { name: '리필 요청' }).getByRole('button', { name: '리필 요청' }).click()
  await waitForText(page, '리필을 요청했어요.')
  await openSheet(page, dropped)
  await expectMessage(page, 'request.open')
  await expectGoodPage(page)
  await shop.sql("UPDATE order_requests SET state = 'DONE', closed_at = now() WHERE order_id = $1", [dropped])
  await openSheet(page, dropped)
  await expectMessage(page, 'request.today')

  const old = await place(page)
  await complete(old, 40)
  await openSheet(page, old)
  await expectMessage(page, 'request.expired')
  await shop.sql('UPDATE orders SET refunded = 100 WHERE id = $1', [old])
  await openSheet(page, old)
  await expectMessage(page, 'request.refunded')
  await shop.sql('UPDATE orders SET recovered = 100 WHERE id = $1', [old])
  await openSheet(page, old)
  await expectMessage(page, 'request.recovered')
  await expectGoodPage(page)
})

test('more speed and a cancellation that can’t be asked for say why', { timeout: 240_000 }, async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, demoMember)
  const running = await place(page)
  await shop.sql(`UPDATE orders SET status = ${orderStatus.INPROGRESS}, sent_at = now() WHERE id = $1`, [running])
  await openSheet(page, running)
  await expectMessage(page, 'request.too-early')
  const providerId = await idOf(
    `INSERT INTO providers (name, api_url, encrypted_key, enabled)
     VALUES ('쉬는 공급사', 'https://panel.example.com/api/v2', ''::bytea, false) RETURNING id`,
  )
  await shop.sql('INSERT INTO provider_attempts (order_id, provider_id) VALUES ($1, $2)', [running, providerId])
  await openSheet(page, running)
  await expectMessage(page, 'request.sending')
  await expectGoodPage(page)

  await shop.sql("UPDATE orders SET created_at = now() - interval '13 hours' WHERE id = $1", [running])
  const faster = { kind: '빨리 진행 요청', path: 'speed-up' } as const
  const ended = `UPDATE orders SET status = ${orderStatus.COMPLETED} WHERE id = $1`
  await refuse(page, running, { ...faster, key: 'request.ended', change: ended })
  await shop.sql(`UPDATE orders SET status = ${orderStatus.INPROGRESS} WHERE id = $1`, [running])
  const takenBack = `UPDATE orders SET status = ${orderStatus.PENDING}, sent_at = NULL WHERE id = $1`
  await refuse(page, running, { ...faster, key: 'request.unsent', change: takenBack })
})

test('an order on a link that has one is refused on the order screen, and leads to the order that runs', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  const link = 'https://www.instagram.com/busy.link/'
  const running = await place(page, link)
  await open(page, `/order?service=${serviceId}`)
  await page.getByLabel('링크', { exact: true }).fill(`${link}?igsh=again`)
  await page.getByLabel('수량', { exact: true }).fill('100')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await expectMessage(page, 'order.active-link')
  await expectGoodPage(page)
  await page.getByRole('link', { name: '진행 중인 주문 보기' }).click()
  await page.waitForURL(`**/order-history?order=${running}`)
  const sheet = page.getByRole('dialog', { name: `주문 ${running}번` })
  await sheet.getByText('instagram.com/busy.link').first().waitFor()
  await expectGoodPage(page)
  const placed = await shop.sql("SELECT count(*)::int AS count FROM orders WHERE link LIKE '%/busy.link/%'")
  expect(placed).toEqual({ count: 1 })
})

test('the sheet of an order orders the same again by one press, for the price that the button names', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  const account = `week${Date.now()}`
  const link = `https://www.instagram.com/${account}/`
  await shop.sql('UPDATE services SET unit_price = 330000 WHERE id = $1', [serviceId])
  await expect.poll(() => priceOf(page, link)).toBe(330)
  const first = await place(page, link)
  await complete(first, 0)
  const placed = () => shop.sql('SELECT count(*)::int AS count FROM orders WHERE link LIKE $1', [`%/${account}/%`])
  const sheet = await openSheet(page, first)
  await sheet.getByRole('button', { name: '330원으로 다시 주문하기' }).waitFor()
  await expectGoodPage(page)

  // The price rises while the sheet is open. Nothing may be ordered until the member has seen the new price.
  await shop.sql('UPDATE services SET unit_price = 660000 WHERE id = $1', [serviceId])
  await expect.poll(() => priceOf(page, link)).toBe(660)
  await sheet.getByRole('button', { name: '330원으로 다시 주문하기' }).click()
  // The sheet hides the rest of the page from screen readers, so the message must be in the sheet.
  await sheet.getByRole('alert').getByText('가격이 바뀌었어요. 확인하고 다시 눌러 주세요.').waitFor()
  expect(await placed()).toEqual({ count: 1 })
  await sheet.getByRole('button', { name: '660원으로 다시 주문하기' }).dblclick()
  await waitForText(page, '주문에 성공했습니다.')
  await sheet.waitFor({ state: 'hidden' })
  expect(await placed()).toEqual({ count: 2 })

  // The new order on the same link is open, so the button to order again isn't offered.
  await page.waitForURL(({ search }) => search === '')
  await waitUntilSettled(page)
  await openSheet(page, first)
  await sheet.getByRole('link', { name: `다시 주문, ${first}번` }).waitFor()
  expect(await sheet.getByRole('button', { name: /다시 주문하기$/ }).count()).toBe(0)
  await shop.sql('UPDATE services SET unit_price = 330000 WHERE id = $1', [serviceId])
})

test('the same order placed again, whose answer is lost, is asked for again though the points are spent', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, demoMember)
  const account = `lost${Date.now()}`
  const link = `https://www.instagram.com/${account}/`
  const first = await place(page, link)
  await complete(first, 0)
  const price = await priceOf(page, link)
  const sheet = await openSheet(page, first)
  const again = sheet.getByRole('button', { name: `${price}원으로 다시 주문하기` })
  await again.waitFor()
  await loseNextAnswer(page, '/service/order')
  await again.click()
  await sheet.getByRole('alert').getByText('주문됐는지 확인하지 못했어요. 다시 눌러도 두 번 주문되지 않아요.').waitFor()
  await restoreCall(page, '/service/order')

  // The points that are left pay for no other order, as after an order in another tab. The price is read for another
  // link, because this one has an open order.
  const priceNow = () => priceOf(page, `https://www.instagram.com/price.of.${account}/`)
  await shop.sql(`UPDATE services SET unit_price = unit_price * 1000000 WHERE id = $1`, [serviceId])
  await expect.poll(priceNow).toBe(0)
  // As the tab forgets a call after ten minutes, or when another order takes its place.
  await page.evaluate(() => sessionStorage.clear())
  await again.click()
  await waitForText(page, '주문에 성공했습니다.')
  await shop.sql(`UPDATE services SET unit_price = unit_price / 1000000 WHERE id = $1`, [serviceId])
  await expect.poll(priceNow).toBe(price)
  expect(await shop.sql('SELECT count(*)::int AS count FROM orders WHERE link LIKE $1', [`%/${account}/%`])).toEqual({
    count: 2,
  })
})

test('a cancellation whose answer is lost isn’t called failed, and the list shows what became of it', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, demoMember)
  const orderId = await place(page)
  const path = `/service/order/${orderId}/cancel`
  const sheet = await openSheet(page, orderId)
  await sheet.getByRole('button', { name: '주문 취소', exact: true }).click()
  await loseNextAnswer(page, path)
  await sheet.getByRole('button', { name: '주문 취소하기' }).click()
  await sheet.getByRole('alert').getByText('취소됐는지 확인하지 못했어요. 주문 상태를 봐 주세요.').waitFor()
  await sheet.getByText('취소', { exact: true }).first().waitFor()
})

test('a service’s long name without a space stays within the summary', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const { text } = (await shop.sql('SELECT text FROM services WHERE id = $1', [serviceId])) as { text: string }
  const name = '실제한국인인스타그램팔로워프로필사진있는계정삼십일보장하루최대삼천명'
  await shop.sql('UPDATE services SET text = $2 WHERE id = $1', [serviceId, name])
  const summary = page.getByRole('complementary', { name: '주문 요약' })
  const namesOfServices = async () => (await page.request.get('/service/services')).text()
  await expect.poll(namesOfServices).toContain(name)
  await open(page, `/order?service=${serviceId}`)
  await summary.getByText(name).waitFor()
  await expectGoodPage(page)
  const right = async (part: Locator) => {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
    return x + width
  }
  expect(await right(summary.getByText(name))).toBeLessThanOrEqual(await right(summary))
  await shop.sql('UPDATE services SET text = $2 WHERE id = $1', [serviceId, text])
})

test('a coupon that is unknown, used, exhausted or not for staff is refused at its field', async ({ openPage }) => {
  const insert = `INSERT INTO promotions (kind, name, code, point, once, starts_at, ends_at, budget, max_grants, grant_count,
       state, created_by, activated_at)
     SELECT 'COUPON', $1, $2, 50000, true, now() - interval '1 day', now() + interval '1 day', 1000000, 1, $3,
       'ACTIVE', min(id), now() FROM members WHERE role = 'OWNER'`
  await shop.sql(insert, ['첫눈 쿠폰', 'AAAABBBBCCCC', 0])
  await shop.sql(insert, ['지난 쿠폰', 'DDDDEEEEFFFF', 1])
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  await open(page, '/point')
  const register = async (on: Page, code: string) => {
    await on.getByLabel('쿠폰 번호', { exact: true }).fill(code)
    await on.getByRole('button', { name: '등록', exact: true }).click()
  }
  await register(page, 'ZZZZ-ZZZZ-ZZZZ')
  await expectMessage(page, 'coupon.unusable')
  await register(page, 'DDDD-EEEE-FFFF')
  await expectMessage(page, 'coupon.exhausted')
  await register(page, 'AAAA-BBBB-CCCC')
  await waitForText(page, '쿠폰으로 500원을 받았어요.')

  // The answer to another one is lost: the screen doesn't call it failed, and shows the points that came.
  await shop.sql(insert, ['잃은 쿠폰', 'GGGGHHHHJJJJ', 0])
  await loseNextAnswer(page, '/service/coupon')
  await register(page, 'GGGG-HHHH-JJJJ')
  await waitForText(page, '쿠폰이 등록됐는지 확인하지 못했어요. 아래 내역을 봐 주세요.')
  await waitForText(page, '잃은 쿠폰')
  await restoreCall(page, '/service/coupon')
  await register(page, 'AAAA-BBBB-CCCC')
  await expectMessage(page, 'coupon.used')
  await expectGoodPage(page)
  const staff = await openPage({ url: shop.url })
  await logIn(staff, owner)
  await open(staff, '/point')
  await register(staff, 'AAAA-BBBB-CCCC')
  await expectMessage(staff, 'coupon.staff')
})
