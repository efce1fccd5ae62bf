import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { placeAutoOrder } from './auto/place-auto-order.ts'
import { placeOrder } from './place-order.ts'
import { orderRequest } from './testing/orders.ts'

afterEach(() => expectBooksBalance())

const countKeys = async (memberId: number) =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM idempotency_keys WHERE member_id = $1', [memberId]))
    .count

test('eight replays of one key at once make one order and get one answer', async () => {
  const member = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10 })
  const request = orderRequest({ memberId: member.id, serviceId, amount: 3, key: 'one' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeOrder(db(), request)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await balanceOf(db(), member.id)).toBe(97_000n)
})

test('a replay is answered though the balance is gone, the service shut or withdrawn, or its limits changed', async () => {
  const member = await makeMember({ points: 30 })
  const serviceId = await makeService({ price: 10 })
  const request = orderRequest({ memberId: member.id, serviceId, amount: 3, key: 'one' })
  const first = await placeOrder(db(), request)
  expect(await placeOrder(db(), request)).toEqual(first)
  expect(await placeOrder(db(), { ...request, isOrderingPaused: true })).toEqual(first)
  for (const change of ['min = 10, max = 20', 'is_read_only = true', 'withdrawn_at = now()']) {
    await db().rows(`UPDATE services SET ${change} WHERE id = $1`, [serviceId])
    expect(await placeOrder(db(), request)).toEqual(first)
  }
})

test('one key with another body is a conflict, at once or later', async () => {
  const member = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const asked = [1, 2].map((amount) => orderRequest({ memberId: member.id, serviceId, amount, key: 'one' }))
  const together = await Promise.allSettled(asked.map((request) => placeOrder(db(), request)))
  expect(together.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const other = orderRequest({ memberId: member.id, serviceId, amount: 3, key: 'one' })
  await expect(placeOrder(db(), other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a refusal is not kept: the same key places the order once it can be', async () => {
  const member = await makeMember()
  const serviceId = await makeService({ price: 10 })
  const request = orderRequest({ memberId: member.id, serviceId, key: 'one' })
  await expect(placeOrder(db(), request)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await countKeys(member.id)).toBe(0)
  await db().rows(
    `WITH credit AS (UPDATE balances SET point = 1000 WHERE member_id = $1)
     INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
     VALUES ($1, 'ADJUSTMENT', 1000, 1000, 'member', $1, 'test')`,
    [member.id],
  )
  expect(await placeOrder(db(), request)).toMatchObject({ point: 10 })
})

test('a key belongs to its member: another one’s same key is another order', async () => {
  const serviceId = await makeService()
  const [first, second] = [await makeMember({ points: 5 }), await makeMember({ points: 5 })]
  const place = (memberId: number) => placeOrder(db(), orderRequest({ memberId, serviceId, key: 'one' }))
  expect((await place(first.id)).orderId).not.toBe((await place(second.id)).orderId)
})

test('a key belongs to its call: the web’s and the API’s are two', async () => {
  const member = await makeMember({ points: 5 })
  const serviceId = await makeService()
  const request = orderRequest({ memberId: member.id, serviceId, key: 'one' })
  const web = await placeOrder(db(), request)
  const api = await placeOrder(db(), { ...request, source: 'API' })
  expect(api.orderId).not.toBe(web.orderId)
  expect(await countKeys(member.id)).toBe(2)
})

test('eight replays of an auto order make one, debited once, with one first run', async () => {
  const member = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10, enableAuto: true })
  const request = orderRequest({ memberId: member.id, serviceId, amount: 3, runs: 3, interval: 60, key: 'one' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeAutoOrder(db(), request)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ point: 90, autoOrderId: expect.any(Number) })
  expect(await balanceOf(db(), member.id)).toBe(91_000n)
})
