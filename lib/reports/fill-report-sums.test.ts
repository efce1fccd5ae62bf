import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { dailyReportFor } from './queries.ts'
import { rollUpDays } from './roll-up-days.ts'
import { rollUpOrders } from './roll-up-orders.ts'
import { ageOrder } from './testing/age-order.ts'
import { countOrderSums, storedOrderSums } from './testing/order-sums.ts'

// Upgrades a shop from the earlier version, which computed all sums of a changed day anew. The present version adds
// changes to stored sums. The migration fills the stored sums from what the earlier version stored and from the orders.
const fillSql = readFileSync(
  join(import.meta.dirname, '../../prisma/migrations/20261125170100_fill_report_sums/migration.sql'),
  'utf8',
)

let shop: Awaited<ReturnType<typeof createFreshDatabase>>
let serviceId: number
let memberId: number
let providerId: number

beforeAll(async () => {
  dropCached('catalog')
  shop = await createFreshDatabase()
  serviceId = await makeService({ price: 1 }, shop.db)
  memberId = (await makeMember({ points: 100_000 }, shop.db)).id
  await shop.db.rows('UPDATE services SET unit_cost = 40000 WHERE id = $1', [serviceId])
  const [provider] = await shop.db.rows<{ id: number }>(
    "INSERT INTO providers (name, api_url, encrypted_key) VALUES ('공급', 'https://x.example', '\\x00') RETURNING id",
  )
  providerId = provider?.id ?? 0
  dropCached('catalog')
})
afterAll(async () => {
  await expectBooksBalance(shop.db)
  await shop.drop()
})

type Made = { daysAgo?: number; isSent?: boolean; end?: 'PARTIAL' | 'CANCELED' }

async function makeOrder({ daysAgo = 0, isSent = false, end }: Made): Promise<number> {
  const { orderId } = await placeOrder(shop.db, orderRequest({ memberId, serviceId, amount: 100 }))
  if (daysAgo) await ageOrder(shop.owner, orderId, daysAgo)
  if (isSent)
    await shop.db.rows(
      "INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) VALUES ($1::int, $2, 'SENT', $1::text)",
      [orderId, providerId],
    )
  if (end) await endOrder(orderId, end)
  return orderId
}

async function endOrder(orderId: number, end: 'PARTIAL' | 'CANCELED'): Promise<void> {
  for (const status of [orderStatus.INPROGRESS, orderStatus[end]])
    await transitionOrder(shop.db, someStaff, {
      orderId,
      status,
      remains: status === orderStatus.PARTIAL ? 30 : null,
      startCount: null,
      reason: 'x',
    })
}

/** Empties the sums, as if their tables were new; keeps the changes that triggers recorded. */
const emptySums = () =>
  shop.owner.rows(
    "WITH gone AS (DELETE FROM report_marks WHERE name IN ('days', 'orders')), d AS (DELETE FROM day_sums), s AS (DELETE FROM service_day_sums), p AS (DELETE FROM provider_day_sums) DELETE FROM service_month_sums",
  )

test('an upgraded shop goes on with the days stored before, and counts each order and change once', async () => {
  const { db, owner } = shop
  // Two days that the earlier version has stored. The first has a cost that the provider no longer charges. The second
  // has no change since its last roll-up, and its stored row is never computed again.
  const old = await makeOrder({ daysAgo: 3, isSent: true })
  await owner.rows(
    `INSERT INTO daily_service_reports (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
     SELECT (now() AT TIME ZONE 'Asia/Seoul')::date - days, $1, $2, 1, 100, 100, 10000, 0, 70000 FROM unnest(ARRAY[3, 40]) AS days`,
    [serviceId, providerId],
  )
  await owner.rows(
    `INSERT INTO daily_reports (day, orders, auto_orders, charges, members, charged, sales, refunded, other)
     SELECT (now() AT TIME ZONE 'Asia/Seoul')::date - 3, 7, 0, 0, 0, 0, 70000, 0, 0`,
  )
  await owner.rows("INSERT INTO report_marks (name, at) VALUES ('services', now() - interval '1 hour')")
  // What has happened since that roll-up: an order of the first day has ended, and orders were placed today, one of
  // them more than ten minutes ago.
  await endOrder(old, 'PARTIAL')
  const earlier = await makeOrder({ isSent: true, end: 'CANCELED' })
  // The order isn't moved to before midnight in Seoul, because it would then belong to another day.
  await shop.owner.rows(
    `UPDATE orders SET created_at = greatest(created_at - interval '20 minutes',
       date_trunc('day', created_at AT TIME ZONE 'Asia/Seoul') AT TIME ZONE 'Asia/Seoul') WHERE id = $1`,
    [earlier],
  )
  const recent = await makeOrder({ isSent: true })
  await makeOrder({})
  await emptySums()
  // Orders also change while the migration runs, and before the first roll-up after it.
  const meanwhile = endOrder(recent, 'PARTIAL')
  const client = await owner.connect()
  await client.query(fillSql)
  client.release()
  await meanwhile
  await makeOrder({ end: 'CANCELED' })

  const { rows: before } = await dailyReportFor(db, {})
  await rollUpDays(db, new Date())
  await rollUpOrders(db, new Date())
  const untouched = (await storedOrderSums(db)).toSpliced(1)
  expect(untouched).toMatchObject([{ orders: 1n, delivered: 100n, sales: 10_000n }])
  expect((await storedOrderSums(db)).slice(1)).toEqual(await countOrderSums(db))
  const costs = await db.rows<{ unitCost: bigint | null }>(
    'SELECT unit_cost FROM service_day_sums WHERE provider_id <> 0 ORDER BY day',
  )
  expect(costs.map(({ unitCost }) => unitCost)).toEqual([70_000n, 70_000n, 40_000n])
  const { rows: after } = await dailyReportFor(db, {})
  expect(after).toEqual(before)
  // The stored day stays as it was. For today all orders count, also those placed before the upgrade.
  expect(after[3]).toMatchObject({ orders: 7, sales: 700 })
  expect(after[0]).toMatchObject({ orders: 4, sales: 400 })
})
