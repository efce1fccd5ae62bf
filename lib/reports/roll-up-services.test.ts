import { afterAll, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { freshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { type ReportGroupBy, reportLines } from './queries/lines.ts'
import { rollUpServices } from './roll-up-services.ts'
import { OTHERS_KEY } from './rules.ts'

let freshShop: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  dropCached('catalog')
  freshShop = await freshDatabase()
})
afterAll(async () => {
  await expectBooksBalance(freshShop.db)
  await freshShop.drop()
})

const seoulDay = (daysAgo: number) =>
  new Date(Date.now() + 9 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)

const linesBy = (by: ReportGroupBy, from = seoulDay(29)) =>
  reportLines(freshShop.db, { from, to: seoulDay(0), today: seoulDay(0), by })

/**
 * Creates an order placed `daysAgo` days ago. With `providerId` it was delivered by that provider, whose unit cost 0.3
 * won.
 */
async function makeOrderAged(amount: number, daysAgo: number, providerId?: number) {
  const { db } = freshShop
  const { id: memberId } = await makeMember({ points: 10_000 }, db)
  const serviceId = await makeService({ price: 1 }, db)
  await db.rows('UPDATE services SET unit_cost = 30000 WHERE id = $1', [serviceId])
  dropCached('catalog')
  const { orderId } = await placeOrder(db, orderRequest({ memberId, serviceId, amount }))
  await db.rows("UPDATE orders SET created_at = created_at - $2::int * interval '1 day' WHERE id = $1", [
    orderId,
    daysAgo,
  ])
  if (providerId)
    await db.rows(
      "INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) VALUES ($1::int, $2, 'SENT', $1::text)",
      [orderId, providerId],
    )
  return { orderId, serviceId }
}

const endOrder = (orderId: number, status: number, remains: number | null) =>
  transitionOrder(freshShop.db, someStaff, {
    orderId,
    status: status as never,
    remains,
    startCount: null,
    reason: 'x',
  })

test('orders are summed by day, service and provider; a late refund is stated where the order stands', async () => {
  const { db } = freshShop
  const [provider] = await db.rows<{ id: number }>(
    "INSERT INTO providers (name, api_url, encrypted_key) VALUES ('공급', 'https://x.example', '\\x00') RETURNING id",
  )
  const old = await makeOrderAged(1_000, 3, provider?.id)
  const today = await makeOrderAged(200, 0)
  expect(await rollUpServices(db)).toBe(2)
  const day = { orders: 1, amount: 1_000, sales: 1_000, refunded: 0, cost: 300 }
  expect(await linesBy('day')).toMatchObject([
    { key: seoulDay(0), orders: 1, sales: 200, cost: 0 },
    { key: seoulDay(3), ...day },
  ])
  expect(await linesBy('provider')).toMatchObject([
    { label: '공급', ...day },
    { key: '0', label: '', sales: 200 },
  ])
  expect(await linesBy('service')).toMatchObject([
    { key: String(old.serviceId), ...day },
    { key: String(today.serviceId) },
  ])

  // What the provider charges from now on must not change the cost of the past day.
  await db.rows('UPDATE services SET unit_cost = 90000')
  await endOrder(old.orderId, orderStatus.INPROGRESS, null)
  await endOrder(old.orderId, orderStatus.PARTIAL, 400)
  await rollUpServices(db)
  const stated = { refunded: 400, cost: 180 }
  expect((await linesBy('day'))[1]).toMatchObject({ key: seoulDay(3), sales: 1_000, ...stated })
  expect((await linesBy('provider'))[0]).toMatchObject({ label: '공급', ...stated })
  expect(await linesBy('day', seoulDay(2))).toHaveLength(1)
})

test('what a day no longer has leaves it, and nothing new is nothing to do again and again', async () => {
  const { db } = freshShop
  const { orderId, serviceId } = await makeOrderAged(500, 5)
  await rollUpServices(db)
  await db.rows(
    "INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) SELECT $1::int, min(id), 'SENT', $1::text FROM providers",
    [orderId],
  )
  await endOrder(orderId, orderStatus.CANCELED, null)
  await rollUpServices(db)
  const rows = await db.rows(
    'SELECT provider_id = 0 AS own, delivered, refunded FROM daily_service_reports WHERE service_id = $1',
    [serviceId],
  )
  expect(rows).toEqual([{ own: false, delivered: 0n, refunded: 50_000n }])
  await db.rows("UPDATE report_marks SET at = now() + interval '1 hour'")
  expect(await rollUpServices(db)).toBe(0)
})

test('a year is whole months and the days around them, and comes to what its days come to', async () => {
  const { db } = freshShop
  const days = [400, 364, 350, 200, 120, 61, 31, 30, 12, 1]
  for (const [at, daysAgo] of days.entries()) await makeOrderAged(100 * (at + 1), daysAgo)
  await rollUpServices(db)
  for (const daysAgo of [365, 364, 200, 61, 31, 0]) {
    const span = { from: seoulDay(daysAgo), to: seoulDay(0) }
    const services = await linesBy('service', span.from)
    const byDay = await linesBy('day', span.from)
    const sumOf = (rows: typeof services) => rows.reduce((sum, { sales }) => sum + sales, 0)
    expect([daysAgo, sumOf(services)]).toEqual([daysAgo, sumOf(byDay)])
  }
  const moved = await makeOrderAged(700, 200)
  await rollUpServices(db)
  await endOrder(moved.orderId, orderStatus.CANCELED, null)
  await rollUpServices(db)
  const line = (await linesBy('service', seoulDay(365))).find(({ key }) => key === String(moved.serviceId))
  expect(line).toMatchObject({ orders: 1, sales: 700, refunded: 700, cost: 0 })
})

test('services beyond the largest are one line, so that the sum of a period stays whole', async () => {
  const { db } = freshShop
  const before = (await linesBy('service')).reduce((sum, { sales }) => sum + sales, 0)
  await db.rows(
    `INSERT INTO daily_service_reports (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
     SELECT $1::date, 1000000 + i, 0, 1, 10, 10, 1000, 0, 0 FROM generate_series(1, 500) AS i`,
    [seoulDay(2)],
  )
  await db.rows(
    `INSERT INTO monthly_service_reports (month, service_id, orders, amount, sales, refunded, cost)
     SELECT date_trunc('month', day), service_id, orders, amount, sales, refunded, 0
     FROM daily_service_reports WHERE service_id > 1000000`,
  )
  const rows = await linesBy('service')
  expect(rows).toHaveLength(401)
  expect(rows.at(-1)).toMatchObject({ key: OTHERS_KEY, label: '' })
  expect(rows.reduce((sum, { sales }) => sum + sales, 0)).toBe(before + 5_000)
})
