import { afterAll, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { type ReportGroupBy, reportLines } from './queries/lines.ts'
import { rollUpOrders } from './roll-up-orders.ts'
import { OTHERS_KEY } from './rules.ts'
import { ageOrder } from './testing/age-order.ts'
import { countOrderSums, storedOrderSums } from './testing/order-sums.ts'

let freshShop: Awaited<ReturnType<typeof createFreshDatabase>>

beforeAll(async () => {
  dropCached('catalog')
  freshShop = await createFreshDatabase()
})
afterAll(async () => {
  await expectBooksBalance(freshShop.db)
  await freshShop.drop()
})

const seoulDay = (daysAgo: number) =>
  new Date(Date.now() + 9 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)

const linesBy = (by: ReportGroupBy, from = seoulDay(29)) => reportLines(freshShop.db, { from, to: seoulDay(0), by })

/** Rolls up everything up to now, including the last minute. */
const rollUpAll = () => rollUpOrders(freshShop.db, new Date())

/** Rolls up everything, and expects that the stored sums equal the sums computed from the orders. */
async function expectExactSums(): Promise<void> {
  await rollUpAll()
  expect(await storedOrderSums(freshShop.db)).toEqual(await countOrderSums(freshShop.db))
}

/**
 * Creates an order placed `daysAgo` days ago. With `providerId`, that provider delivered it, as the first provider of
 * its service, at a cost of 0.3 won per unit.
 */
async function makeOrderAged(amount: number, daysAgo: number, providerId?: number) {
  const { db } = freshShop
  const { id: memberId } = await makeMember({ points: 10_000 }, db)
  const serviceId = await makeService({ price: 1 }, db)
  await db.rows("UPDATE services SET unit_cost = 30000, provider_id = $2, provider_service_id = '1' WHERE id = $1", [
    serviceId,
    providerId ?? null,
  ])
  dropCached('catalog')
  const { orderId } = await placeOrder(db, orderRequest({ memberId, serviceId, amount }))
  if (daysAgo) await ageOrder(freshShop.owner, orderId, daysAgo)
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
  expect(await rollUpAll()).toBe(3)
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

  // A price that the provider charges from now on must not change the cost of the past day.
  await db.rows('UPDATE services SET unit_cost = 90000')
  await endOrder(old.orderId, orderStatus.INPROGRESS, null)
  await endOrder(old.orderId, orderStatus.PARTIAL, 400)
  await rollUpAll()
  const stated = { refunded: 400, cost: 180 }
  expect((await linesBy('day'))[1]).toMatchObject({ key: seoulDay(3), sales: 1_000, ...stated })
  expect((await linesBy('provider'))[0]).toMatchObject({ label: '공급', ...stated })
  expect(await linesBy('day', seoulDay(2))).toHaveLength(1)
})

test('what a day no longer has leaves it, and nothing new is nothing to do again and again', async () => {
  const { db } = freshShop
  const { orderId, serviceId } = await makeOrderAged(500, 5)
  await rollUpAll()
  await db.rows(
    "INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) SELECT $1::int, min(id), 'SENT', $1::text FROM providers",
    [orderId],
  )
  await endOrder(orderId, orderStatus.CANCELED, null)
  await rollUpAll()
  const ofService = (await storedOrderSums(db)).filter((sum) => sum.serviceId === serviceId)
  expect(ofService).toMatchObject([{ orders: 1n, delivered: 0n, refunded: 50_000n }])
  expect(ofService[0]?.providerId).toBeGreaterThan(0)
  expect(await rollUpAll()).toBe(0)
})

test('a year is whole months and the days around them, and comes to what its days come to', async () => {
  const days = [400, 364, 350, 200, 120, 61, 31, 30, 12, 1]
  for (const [at, daysAgo] of days.entries()) await makeOrderAged(100 * (at + 1), daysAgo)
  await rollUpAll()
  for (const daysAgo of [365, 364, 200, 61, 31, 0]) {
    const span = { from: seoulDay(daysAgo), to: seoulDay(0) }
    const services = await linesBy('service', span.from)
    const byDay = await linesBy('day', span.from)
    const sumOf = (rows: typeof services) => rows.reduce((sum, { sales }) => sum + sales, 0)
    expect([daysAgo, sumOf(services)]).toEqual([daysAgo, sumOf(byDay)])
  }
  const moved = await makeOrderAged(700, 200)
  await rollUpAll()
  await endOrder(moved.orderId, orderStatus.CANCELED, null)
  await rollUpAll()
  const line = (await linesBy('service', seoulDay(365))).find(({ key }) => key === String(moved.serviceId))
  expect(line).toMatchObject({ orders: 1, sales: 700, refunded: 700, cost: 0 })
})

test('services beyond the largest are one line, so that the sum of a period stays whole', async () => {
  const { db } = freshShop
  const before = (await linesBy('service')).reduce((sum, { sales }) => sum + sales, 0)
  await db.rows(
    `INSERT INTO service_day_sums (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
     SELECT $1::date, 1000000 + i, 0, 1, 10, 10, 1000, 0, 0 FROM generate_series(1, 500) AS i`,
    [seoulDay(2)],
  )
  await db.rows(
    `INSERT INTO service_month_sums (month, service_id, orders, amount, sales, refunded, cost, unknown)
     SELECT date_trunc('month', day), service_id, orders, amount, sales, refunded, 0, 0
     FROM service_day_sums WHERE service_id > 1000000`,
  )
  const rows = await linesBy('service')
  expect(rows).toHaveLength(401)
  expect(rows.at(-1)).toMatchObject({ key: OTHERS_KEY, label: '' })
  expect(rows.reduce((sum, { sales }) => sum + sales, 0)).toBe(before + 5_000)
  for (const table of ['service_day_sums', 'service_month_sums'])
    await freshShop.owner.rows(`DELETE FROM ${table} WHERE service_id > 1000000`)
})

test('an order counts for the provider that has or may have accepted it, else for none', async () => {
  const { db } = freshShop
  const providers = await db.rows<{ id: number }>(
    "INSERT INTO providers (name, api_url, encrypted_key) SELECT '순서 ' || i, 'https://x.example', '\\x00' FROM generate_series(1, 2) AS i RETURNING id",
  )
  const [first = 0, second = 0] = providers.map(({ id }) => id)
  const { orderId, serviceId } = await makeOrderAged(300, 0)
  const attempt = async (providerId: number, outcome: string | null) => {
    const [row] = await db.rows<{ id: number }>(
      `INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id)
       VALUES ($1, $2, $3, 'sent-' || nextval('shop_order_id_seq')) RETURNING id`,
      [orderId, providerId, outcome],
    )
    return row?.id ?? 0
  }
  const settle = (id: number, outcome: string) =>
    db.rows('UPDATE provider_attempts SET outcome = $2 WHERE id = $1', [id, outcome])
  const deliverer = async () => {
    await expectExactSums()
    return (await storedOrderSums(db)).filter((sum) => sum.serviceId === serviceId).map(({ providerId }) => providerId)
  }
  const one = await attempt(first, null)
  expect(await deliverer()).toEqual([0])
  await settle(one, 'UNKNOWN')
  expect(await deliverer()).toEqual([first])
  await settle(one, 'UNSENT')
  expect(await deliverer()).toEqual([0])
  await settle(await attempt(second, null), 'REFUSED')
  expect(await deliverer()).toEqual([0])
  const two = await attempt(second, 'UNKNOWN')
  await settle(two, 'SENT')
  expect(await deliverer()).toEqual([second])
  await endOrder(orderId, orderStatus.INPROGRESS, null)
  await endOrder(orderId, orderStatus.PARTIAL, 120)
  expect(await deliverer()).toEqual([second])
})

test('a report that is read while a roll-up ends counts nothing twice and leaves nothing out', async () => {
  const { db } = freshShop
  await makeOrderAged(150, 0)
  const before = await linesBy('service')
  const reads: string[] = []
  // The roll-up commits after the report has read the mark, and before the report reads the sums.
  const slow: Db = {
    ...db,
    async rows<T>(text: never, values?: never) {
      if (reads.push(String(text)) === 2) await rollUpAll()
      return db.rows<T>(text, values)
    },
  } as Db
  const during = await reportLines(slow, { from: seoulDay(29), to: seoulDay(0), by: 'service' })
  expect(reads).toHaveLength(2)
  expect(during).toEqual(before)
  expect(await linesBy('service')).toEqual(before)
})

test('orders, ends, refunds and attempts beside roll-ups without a pause come to exactly what the orders say', async () => {
  const { db } = freshShop
  const providers = await db.rows<{ id: number }>('SELECT id FROM providers LIMIT 2')
  const services = await Promise.all([makeService({ price: 1 }, db), makeService({ price: 3 }, db)])
  dropCached('catalog')
  const { id: memberId } = await makeMember({ points: 100_000 }, db)
  let working = true
  const rollingUp = Promise.all(
    [1, 2].map(async () => {
      for (let rounds = 0; working; rounds++) await rollUpOrders(db, rounds % 2 ? new Date(Date.now() - 50) : undefined)
    }),
  )
  const attempts = async (orderId: number) => {
    const [row] = await db.rows<{ id: number }>(
      'INSERT INTO provider_attempts (order_id, provider_id, provider_order_id) VALUES ($1::int, $2, $1::text) RETURNING id',
      [orderId, providers[orderId % 2]?.id],
    )
    for (const outcome of ['UNKNOWN', orderId % 3 ? 'SENT' : 'UNSENT'])
      await db.rows('UPDATE provider_attempts SET outcome = $2 WHERE id = $1', [row?.id, outcome])
  }
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const serviceId = services[at % 2] ?? 0
      const { orderId } = await placeOrder(db, orderRequest({ memberId, serviceId, amount: 100 + at }))
      await endOrder(orderId, orderStatus.INPROGRESS, null)
      const end = at % 4 === 0 ? orderStatus.CANCELED : at % 4 === 1 ? orderStatus.PARTIAL : orderStatus.COMPLETED
      await Promise.all([attempts(orderId), endOrder(orderId, end, end === orderStatus.PARTIAL ? 7 : null)])
    }),
  ).finally(() => {
    working = false
  })
  await rollingUp
  await expectExactSums()
  const byProvider = await linesBy('provider')
  const byService = await linesBy('service')
  for (const field of ['orders', 'amount', 'sales', 'refunded', 'cost', 'unknown'] as const) {
    const sumOf = (rows: typeof byService) => Math.round(rows.reduce((sum, row) => sum + row[field], 0) * 100)
    expect([field, sumOf(byProvider)]).toEqual([field, sumOf(byService)])
  }
})
