import { expect, test } from 'vitest'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { measuresOfService } from './queries.ts'
import { trimOutcomes } from './trim-outcomes.ts'

const move = (orderId: number, status: OrderStatus, remains: number, actor = worker) =>
  transitionOrder(db(), actor, { orderId, status, remains, startCount: null, reason: '시험' })

/**
 * Creates an order that starts and ends the given numbers of minutes after it was placed; without `starts` it ends at
 * once.
 */
async function makeEndedOrder(
  serviceId: number,
  { starts, ends, status, remains }: { starts?: number; ends: number; status: OrderStatus; remains: number },
): Promise<number> {
  const { id: memberId } = await makeMember({ points: 100 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 10 })
  await db().rows("UPDATE orders SET created_at = now() - $2::int * interval '1 minute' WHERE id = $1", [orderId, ends])
  if (starts !== undefined) await move(orderId, orderStatus.INPROGRESS, 10)
  await move(orderId, status, remains)
  return orderId
}

const outcomes = (serviceId: number) =>
  db().rows<{ status: number; endedIn: number }>(
    'SELECT status, ended_in FROM service_outcomes WHERE service_id = $1 ORDER BY ended_at',
    [serviceId],
  )

test('nothing is measured before ten orders have ended; from then on medians and counts', async () => {
  const serviceId = await makeService({})
  for (let minutes = 1; minutes <= 9; minutes++)
    await makeEndedOrder(serviceId, { ends: minutes * 10, status: orderStatus.COMPLETED, remains: 0 })
  const before = await measuresOfService(db(), serviceId)
  expect(before).toMatchObject({ orders: 9, completed: 0, finish: { last10: null, last100: null } })

  await makeEndedOrder(serviceId, { starts: 0, ends: 500, status: orderStatus.PARTIAL, remains: 3 })
  await makeEndedOrder(serviceId, { ends: 600, status: orderStatus.CANCELED, remains: 10 })
  const after = await measuresOfService(db(), serviceId)
  expect(after).toMatchObject({ orders: 11, completed: 9, partial: 1, canceled: 1 })
  const near = (minutes: number) => (seconds: number | null) => Math.abs((seconds ?? 0) - minutes * 60) <= 5
  expect(after.finish.last100).toSatisfy(near(50))
  expect(after.finish.last10).toSatisfy(near(50))
  await expectBooksBalance()
})

test('an order that its member cancelled before it was sent says nothing about the service', async () => {
  const serviceId = await makeService()
  const { id: memberId } = await makeMember({ points: 100 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 10 })
  await transitionOrder(db(), memberActor(memberId), {
    orderId,
    status: orderStatus.CANCELED,
    remains: 10,
    startCount: null,
    reason: '',
  })
  expect(await outcomes(serviceId)).toEqual([])
  await expectBooksBalance()
})

test('a correction changes how an order went, not when, and brings no old order back among the latest', async () => {
  const serviceId = await makeService()
  const orderId = await makeEndedOrder(serviceId, { ends: 30, status: orderStatus.COMPLETED, remains: 0 })
  const [first] = await outcomes(serviceId)
  await db().rows(
    `INSERT INTO order_events (order_id, from_status, to_status, actor, remains) VALUES ($1, ${orderStatus.COMPLETED}, ${orderStatus.PARTIAL}, 'staff:1', 4)`,
    [orderId],
  )
  expect(await outcomes(serviceId)).toEqual([{ status: orderStatus.PARTIAL, endedIn: first?.endedIn }])
})

test('a service keeps its latest hundred outcomes', async () => {
  const [serviceId, otherServiceId] = [await makeService(), await makeService()]
  const orderId = await makeEndedOrder(serviceId, { ends: 1, status: orderStatus.COMPLETED, remains: 0 })
  await makeEndedOrder(otherServiceId, { ends: 1, status: orderStatus.COMPLETED, remains: 0 })
  await db().rows(
    `INSERT INTO service_outcomes (order_id, service_id, status, ended_in, ended_at)
     SELECT $1::int + n * 1000, $2, ${orderStatus.COMPLETED}, n, now() + n * interval '1 second' FROM generate_series(1, 105) AS n`,
    [orderId, serviceId],
  )
  expect(await trimOutcomes(db())).toBe(6)
  expect(await trimOutcomes(db())).toBe(0)
  expect(await outcomes(serviceId)).toHaveLength(100)
  expect(await outcomes(otherServiceId)).toHaveLength(1)
  expect((await measuresOfService(db(), serviceId)).orders).toBe(100)
})

test('the last change of the price stands beside it, and what the catalogue doesn’t have is not measured', async () => {
  const serviceId = await makeService({ price: 10 })
  await db().rows('UPDATE service_days SET day = day - 3 WHERE service_id = $1', [serviceId])
  expect((await measuresOfService(db(), serviceId)).priceChange).toBeNull()
  await db().rows('UPDATE services SET unit_price = 1200000 WHERE id = $1', [serviceId])
  expect((await measuresOfService(db(), serviceId)).priceChange).toMatchObject({ from: 10, to: 12 })
  expect((await measuresOfService(db(), serviceId)).refillDays).toBe(0)
  await db().rows('UPDATE services SET refill_days = 30 WHERE id = $1', [serviceId])
  dropCached('catalog')
  expect((await measuresOfService(db(), serviceId)).refillDays).toBe(30)
  await expect(measuresOfService(db(), 987_654)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
