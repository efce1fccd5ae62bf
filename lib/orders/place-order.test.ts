import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { notOrderableMessage } from './labels.ts'
import { placeOrder } from './place-order.ts'
import { orderRequest } from './testing/orders.ts'

afterEach(() => expectBooksBalance())

const countOrders = async (memberId: number) =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM orders WHERE member_id = $1', [memberId])).count

const setPrice = (serviceId: number, won: number) =>
  db().rows('UPDATE services SET unit_price = $2 WHERE id = $1', [serviceId, won * 100_000])

test('of 200 orders at once on a balance for 25, exactly 25 are placed and nothing is left', async () => {
  const member = await makeMember({ points: 2_500 })
  const serviceId = await makeService({ price: 10 })
  const request = orderRequest({ memberId: member.id, serviceId, amount: 10 })
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => placeOrder(db(), request)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(175)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await countOrders(member.id)).toBe(25)
  expect(await balanceOf(db(), member.id)).toBe(0n)
})

test('orders of several members at once never touch each other’s balance', async () => {
  const serviceId = await makeService({ price: 1 })
  const members = await Promise.all(Array.from({ length: 8 }, (_, at) => makeMember({ points: 10 + at })))
  const orders = members.flatMap(({ id: memberId }) =>
    Array.from({ length: 20 }, () => placeOrder(db(), orderRequest({ memberId, serviceId })).catch(() => null)),
  )
  await Promise.all(orders)
  expect(await Promise.all(members.map(({ id }) => countOrders(id)))).toEqual([10, 11, 12, 13, 14, 15, 16, 17])
})

test('a hundredth too little is too little, and a balance of exactly the price is enough', async () => {
  const serviceId = await makeService({ price: 3.3 })
  const poor = await makeMember({ points: 32.99 })
  const exact = await makeMember({ points: 33 })
  const place = (memberId: number) => placeOrder(db(), orderRequest({ memberId, serviceId, amount: 10 }))
  await expect(place(poor.id)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.' })
  expect(await place(exact.id)).toMatchObject({ point: 33, amount: 10 })
  expect(await balanceOf(db(), exact.id)).toBe(0n)
})

/**
 * A handle on the test's database that runs `between` once, after the service was read and before the order is
 * inserted.
 */
function dbInterruptedBy(between: () => Promise<unknown>): Database {
  let done = false
  return {
    ...db(),
    rows: async (statement, values) => {
      if (!done && String(statement).includes('INSERT INTO orders')) {
        done = true
        await between()
      }
      return db().rows(statement, values)
    },
  }
}

test('a price raised between the quote and the statement is never charged at the old one', async () => {
  const member = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10 })
  const late = dbInterruptedBy(() => setPrice(serviceId, 12))
  const placed = await placeOrder(late, orderRequest({ memberId: member.id, serviceId, amount: 10 }))
  expect(placed.point).toBe(120)
  expect(await balanceOf(db(), member.id)).toBe(88_000n)
})

test('a price raised past the balance between the quote and the statement is refused, not charged', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 10 })
  const late = dbInterruptedBy(() => setPrice(serviceId, 11))
  const order = placeOrder(late, orderRequest({ memberId: member.id, serviceId, amount: 10 }))
  await expect(order).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await balanceOf(db(), member.id)).toBe(10_000n)
})

test('a service withdrawn or shut between the quote and the statement is not ordered', async () => {
  const member = await makeMember({ points: 100 })
  const withdrawn = await makeService()
  const shut = await makeService()
  const gone = dbInterruptedBy(() => db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [withdrawn]))
  const closed = dbInterruptedBy(() => db().rows('UPDATE services SET is_read_only = true WHERE id = $1', [shut]))
  const ask = (handle: Database, serviceId: number) =>
    placeOrder(handle, orderRequest({ memberId: member.id, serviceId }))
  await expect(ask(gone, withdrawn)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ask(closed, shut)).rejects.toMatchObject({ code: 'CONFLICT', message: notOrderableMessage })
  expect(await balanceOf(db(), member.id)).toBe(10_000n)
})

test('while the price changes all the time, every order is at the price its row says', async () => {
  const member = await makeMember({ points: 100_000 })
  const serviceId = await makeService({ price: 1 })
  const orders = Array.from({ length: 60 }, () =>
    placeOrder(db(), orderRequest({ memberId: member.id, serviceId, amount: 7 })).catch((error) => error.message),
  )
  for (let won = 2; won < 12; won++) await setPrice(serviceId, won)
  const results = await Promise.all(orders)
  expect(results.filter((result) => typeof result === 'string' && result !== notOrderableMessage)).toEqual([])
  const wrong = await db().rows('SELECT 1 FROM orders WHERE member_id = $1 AND price * 1000 <> unit_price * amount', [
    member.id,
  ])
  expect(wrong).toEqual([])
})

test('an order keeps its link as given and cleaned, an event and a ledger row', async () => {
  const member = await makeMember({ points: 50 })
  const serviceId = await makeService({ price: 2 })
  const { orderId } = await placeOrder(
    db(),
    orderRequest({ memberId: member.id, serviceId, amount: 5, link: 'instagram.com/some.body?igsh=1' }),
  )
  const order = await oneRow(db(), 'SELECT link, clean_link, remains, start_count, source FROM orders WHERE id = $1', [
    orderId,
  ])
  expect(order).toEqual({
    link: 'instagram.com/some.body?igsh=1',
    cleanLink: 'https://instagram.com/some.body',
    remains: 5,
    startCount: null,
    source: 'WEB',
  })
  const events = await db().rows('SELECT from_status, to_status, remains FROM order_events WHERE order_id = $1', [
    orderId,
  ])
  expect(events).toEqual([{ fromStatus: null, toStatus: 0, remains: 5 }])
  const entries = await db().rows(
    "SELECT kind, delta, balance_after FROM point_entries WHERE ref_type = 'order' AND ref_id = $1",
    [orderId],
  )
  expect(entries).toEqual([{ kind: 'ORDER', delta: -1_000n, balanceAfter: 4_000n }])
})
