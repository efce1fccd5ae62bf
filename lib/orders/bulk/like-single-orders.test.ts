import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { setDailyCap } from '#lib/api-keys/daily-cap.ts'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { readDetails } from '#lib/catalog/order-details.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { orderStatus } from '../labels.ts'
import { placeOrder } from '../place-order.ts'
import { orderRequest } from '../testing/orders.ts'
import { transitionOrder } from '../transition-order.ts'
import { placeOrders } from './place-orders.ts'
import { priceOrders } from './price-orders.ts'
import { bulkRequest } from './testing/bulk-orders.ts'

afterEach(() => expectBooksBalance())

async function makeKey(memberId: number, cap: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO api_keys (member_id, name, key_hash) VALUES ($1, 'k', decode(md5(random()::text), 'hex')) RETURNING id",
    [memberId],
  )
  await setDailyCap(db(), id, cap)
  return id
}

type Row = { serviceId: number; amount: number; link: string }

/** Places the rows one after the other, as a program without bulk calls does. */
async function placeSingly(memberId: number, apiKeyId: number, rows: readonly Row[]): Promise<string[]> {
  const results: string[] = []
  for (const row of rows) {
    const request = { ...orderRequest({ memberId, ...row }), apiKeyId }
    const placed = placeOrder(db(), request).then(
      () => 'placed',
      (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error)),
    )
    results.push(await placed)
  }
  return results
}

test('a call places and refuses exactly what its orders sent one after the other would be, as does its dry run', async () => {
  const oneAtATime = await makeService({ price: 1, oneOrderPerLink: true })
  const services = [
    oneAtATime,
    await makeService({ price: 7, oneOrderPerLink: true, categoryOf: oneAtATime }),
    await makeService({ price: 1, min: 1, max: 50 }),
    await makeService({ price: 3.33333 }),
    await makeService({ price: 0 }),
    await makeService({ isReadOnly: true }),
  ]
  const row = fc.record({
    serviceId: fc.constantFrom(...services),
    amount: fc.integer({ min: -1, max: 60 }),
    link: fc.constantFrom('https://www.instagram.com/some.body/', 'https://www.instagram.com/another/'),
  })
  const shops = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    points: fc.integer({ min: 0, max: 150 }),
    cap: fc.integer({ min: 1, max: 150 }),
  })
  await fc.assert(
    fc.asyncProperty(shops, async ({ rows, points, cap }) => {
      const [one, other] = [await makeMember({ points }), await makeMember({ points })]
      const [oneKey, otherKey] = [await makeKey(one.id, cap), await makeKey(other.id, cap)]
      const singly = await placeSingly(one.id, oneKey, rows)
      const request = bulkRequest({ memberId: other.id, apiKeyId: otherKey, rows })
      const priced = await priceOrders(db(), request)
      const { results, placed, point } = await placeOrders(db(), request)
      expect(results.map((each) => ('message' in each ? each.message : 'placed'))).toEqual(singly)
      expect(priced.map((each) => ('error' in each ? each.error.message : 'placed'))).toEqual(singly)
      expect(placed).toBe(singly.filter((each) => each === 'placed').length)
      expect(await balanceOf(db(), other.id)).toBe(await balanceOf(db(), one.id))
      expect(BigInt(points * 100) - BigInt(Math.round(point * 100))).toBe(await balanceOf(db(), other.id))
    }),
    { numRuns: 40 },
  )
})

test('one call orders every type of service with its details, and its refunds add up to what was paid', async () => {
  const member = await makeMember({ points: 1_000 })
  const rows = await Promise.all(
    serviceTypeNames.map(async (type) => ({
      serviceId: await makeService({ type, price: 3.33333 }),
      amount: 3,
      details: ordersByType[type].sent,
    })),
  )
  const { results, placed, point } = await placeOrders(db(), bulkRequest({ memberId: member.id, rows }))
  expect(placed).toBe(serviceTypeNames.length)
  const orders = await db().rows<{ id: number; price: bigint; amount: number; serviceType: string; details: unknown }>(
    'SELECT id, price, amount, service_type, details FROM orders WHERE member_id = $1',
    [member.id],
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const [at, type] of serviceTypeNames.entries()) {
    const result = results[at]
    const order = byId.get(result && 'orderId' in result ? result.orderId : 0)
    expect(order).toMatchObject({ serviceType: type, details: readDetails(type, ordersByType[type].sent).details })
  }
  const paid = orders.reduce((sum, { price }) => sum + price, 0n)
  expect(paid).toBe(BigInt(Math.round(point * 100)))
  expect(await balanceOf(db(), member.id)).toBe(100_000n - paid)
  // Ends all orders with a refund: orders of several units as PARTIAL, orders of one unit by a cancellation.
  for (const { id, amount } of orders) {
    const step = { orderId: id, startCount: null, reason: '' }
    await transitionOrder(db(), worker, { ...step, status: orderStatus.INPROGRESS, remains: null })
    if (amount > 1) await transitionOrder(db(), worker, { ...step, status: orderStatus.PARTIAL, remains: 1 })
  }
  const open = await db().rows<{ id: number }>('SELECT id FROM orders WHERE member_id = $1 AND status = $2', [
    member.id,
    orderStatus.INPROGRESS,
  ])
  for (const { id } of open)
    await transitionOrder(db(), worker, { orderId: id, startCount: null, reason: '', status: 5, remains: null })
  const { refunded } = await oneRow<{ refunded: bigint }>(
    db(),
    'SELECT sum(refunded)::bigint AS refunded FROM orders WHERE member_id = $1',
    [member.id],
  )
  expect(await balanceOf(db(), member.id)).toBe(100_000n - paid + refunded)
  expect(refunded).toBeLessThan(paid)
})
