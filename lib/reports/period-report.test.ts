import { afterAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { periodReport } from './queries/period-report.ts'
import { rollUpDays } from './roll-up-days.ts'
import { rollUpOrders } from './roll-up-orders.ts'
import { knownMargin, sumOfPoints } from './rules.ts'
import { ageOrder } from './testing/age-order.ts'

afterAll(() => expectBooksBalance())

const seoulDay = (daysAgo: number) =>
  new Date(Date.now() + 9 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)
const today = seoulDay(0)

const reportOf = (by: 'day' | 'service' | 'provider', from: string, to: string) => periodReport(db(), { from, to, by })

async function makeProvider(): Promise<number> {
  const [row] = await db().rows<{ id: number }>(
    `INSERT INTO providers (name, api_url, encrypted_key) VALUES ('공급' || random(), 'https://x.example', '\\x00') RETURNING id`,
  )
  return row?.id ?? 0
}

/**
 * Creates a service with this cost per unit at its first provider, in hundred-thousandths of a won; null for an unknown
 * cost.
 */
async function makePricedService(unitCost: number | null, providerId: number, enableAuto = false): Promise<number> {
  const id = await makeService({ price: 1.7, enableAuto })
  await db().rows("UPDATE services SET unit_cost = $2, provider_id = $3, provider_service_id = '1' WHERE id = $1", [
    id,
    unitCost,
    providerId,
  ])
  dropCached('catalog')
  return id
}

const send = (orderId: number, providerId: number) =>
  db().rows(
    `INSERT INTO provider_attempts (order_id, provider_id, outcome, provider_order_id) VALUES ($1::int, $2, 'SENT', $1::text)`,
    [orderId, providerId],
  )

const cancel = (orderId: number) =>
  transitionOrder(db(), someStaff, {
    orderId,
    status: orderStatus.CANCELED,
    remains: null,
    startCount: null,
    reason: 'x',
  })

/** Moves an order and its ledger entries this many days into the past. */
const moveIntoPast = (orderId: number, days: number) => ageOrder(ownerDatabase(), orderId, days)

test('the same days come to the same sums by day, service and provider, to the hundredth, with the difference named', async () => {
  const { id: memberId } = await makeMember({ points: 100_000 })
  const providerId = await makeProvider()
  for (const [at, cost] of [33_333, 12_345, null, 77_777].entries()) {
    const serviceId = await makePricedService(cost, providerId)
    for (const days of [0, 1, 9]) {
      const orderId = await makeOrder({ memberId, serviceId, amount: 101 + at * 7 + days })
      await moveIntoPast(orderId, days)
      if (at < 3) await send(orderId, providerId)
      if (days === 9 && at === 1) await cancel(orderId)
    }
  }
  await makeAutoOrder({ memberId, serviceId: await makePricedService(10_000, providerId, true), amount: 20, runs: 5 })
  const check = async (from: string) => {
    const [days, services, providers] = await Promise.all(
      (['day', 'service', 'provider'] as const).map((by) => reportOf(by, from, today)),
    )
    if (!days || !services || !providers) throw new Error('three reports were asked for')
    const ledger = sumOfPoints(days.days, ({ sales }) => sales)
    for (const { lines, difference } of [services, providers]) {
      expect([from, sumOfPoints(lines, ({ sales }) => sales) + difference.prepaid]).toEqual([from, ledger])
      expect(sumOfPoints(lines, ({ refunded }) => refunded) + difference.shifted).toBe(
        sumOfPoints(days.days, ({ refunded }) => refunded),
      )
      expect(difference.rest).toBe(0)
      for (const field of ['cost', 'unknown'] as const)
        expect([field, sumOfPoints(lines, (line) => line[field])]).toEqual([
          field,
          sumOfPoints(days.days, (day) => day[field]),
        ])
    }
    return { days, services }
  }
  const live = await check(seoulDay(9))
  // An auto order of five runs: all five are paid, one has been made.
  expect(live.services.difference.prepaid).toBe(4 * 20 * 1.7)
  await rollUpDays(db(), new Date())
  await rollUpOrders(db(), new Date())
  for (const daysAgo of [0, 1, 8, 9, 40, 364]) await check(seoulDay(daysAgo))
  // The orders cancelled today were placed nine days ago: their refunds belong to this period, their sales to an
  // earlier one.
  const { services } = await check(today)
  expect(services.difference.shifted).toBe((101 + 7 + 9) * 1.7)
})

test('an unknown cost is no margin: it is said how much of the sales has none', async () => {
  const from = seoulDay(700)
  const { id: memberId } = await makeMember({ points: 10_000 })
  const providerId = await makeProvider()
  const known = await makePricedService(50_000, providerId)
  const unknown = await makePricedService(null, providerId)
  const orders = [
    await makeOrder({ memberId, serviceId: known, amount: 100 }),
    await makeOrder({ memberId, serviceId: unknown, amount: 100 }),
    await makeOrder({ memberId, serviceId: known, amount: 100 }),
  ]
  const [first = 0, second = 0] = orders
  for (const id of orders) await moveIntoPast(id, 700)
  await send(first, providerId)
  await send(second, providerId)
  await rollUpOrders(db(), new Date())
  const sums = async () => {
    const { days } = await reportOf('day', from, from)
    const [day] = days
    return day && [day.net, day.cost, day.unknown, knownMargin(day)]
  }
  // Of 510 P, the 170 P of the first order have a known cost of 50 P. The second order's service has no cost, and the
  // third order was never sent.
  expect(await sums()).toEqual([510, 50, 340, 120])

  // A cost that becomes known later counts for that day too, from the day's next change on. A cost that was known
  // doesn't change, even if the provider charges another price now.
  await db().rows('UPDATE services SET unit_cost = 90000 WHERE id = ANY($1)', [[known, unknown]])
  await cancel(first)
  await rollUpOrders(db(), new Date())
  expect(await sums()).toEqual([340, 0, 340, 0])
  const [line] = await db().rows('SELECT unit_cost FROM service_day_sums WHERE service_id = $1 AND provider_id <> 0', [
    known,
  ])
  expect(line).toEqual({ unitCost: 50_000n })
  const [third = 0] = orders.slice(2)
  await send(third, providerId)
  for (const [status, remains] of [
    [orderStatus.INPROGRESS, null],
    [orderStatus.PARTIAL, 10],
  ] as const)
    await transitionOrder(db(), someStaff, { orderId: second, status, remains, startCount: null, reason: 'x' })
  await rollUpOrders(db(), new Date())
  expect(await sums()).toEqual([323, 131, 0, 192])
})
