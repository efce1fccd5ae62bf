import { afterEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { setDailyCap } from './daily-cap.ts'
import { listApiKeys } from './queries.ts'

afterEach(() => expectBooksBalance())

const CAP_REACHED = { code: 'CONFLICT', message: '이 API 키의 하루 한도를 넘는 주문이에요.' }

/** Makes a key of a member with a daily cap in won (0: no cap). Returns the key's id. */
async function makeKey(memberId: number, dailyCap: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO api_keys (member_id, name, key_hash) VALUES ($1, 'k', decode(md5(random()::text), 'hex')) RETURNING id",
    [memberId],
  )
  await setDailyCap(db(), id, dailyCap)
  return id
}

const spentBy = async (memberId: number, keyId: number) => (await listApiKeys(db(), memberId, keyId))[0]?.spentToday

const order = (memberId: number, serviceId: number, apiKeyId: number | null, amount = 1) =>
  placeOrder(db(), { ...orderRequest({ memberId, serviceId, amount }), apiKeyId })

test('a key orders up to its cap to the hundredth, and not a hundredth more', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 33.33 })
  const key = await makeKey(id, 100)
  await order(id, serviceId, key, 3)
  expect(await spentBy(id, key)).toBe(99.99)
  await expect(order(id, await makeService({ price: 0.02 }), key)).rejects.toMatchObject(CAP_REACHED)
  await order(id, await makeService({ price: 0.01 }), key)
  expect(await spentBy(id, key)).toBe(100)
})

test('of 200 orders at once by a key for 25 exactly 25 are placed, whatever the balance is', async () => {
  const { id } = await makeMember({ points: 100_000 })
  const serviceId = await makeService({ price: 10 })
  const key = await makeKey(id, 250)
  const placed = await Promise.allSettled(Array.from({ length: 200 }, () => order(id, serviceId, key)))
  expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
  for (const result of placed) if (result.status === 'rejected') expect(result.reason).toMatchObject(CAP_REACHED)
  expect(await balanceOf(db(), id)).toBe(10_000_000n - 25_000n)
})

test('orders of one member by a full key, another key and the website at once: only the full key’s are refused', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10 })
  const [full, open] = [await makeKey(id, 5), await makeKey(id, 300)]
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => order(id, serviceId, [full, open, null][at % 3] ?? null)),
  )
  const countOf = (which: number) =>
    results.filter((result, at) => at % 3 === which && result.status === 'fulfilled').length
  expect([countOf(0), countOf(1), countOf(2)]).toEqual([0, 20, 20])
  expect([await spentBy(id, full), await spentBy(id, open)]).toEqual([0, 200])
  expect(await balanceOf(db(), id)).toBe(60_000n)
})

test('whoever has too few points is told so, and nothing counts', async () => {
  const { id } = await makeMember({ points: 5 })
  const key = await makeKey(id, 100)
  await expect(order(id, await makeService({ price: 10 }), key)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await spentBy(id, key)).toBe(0)
})

test('an auto order counts with all its runs, or isn’t placed', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10, enableAuto: true })
  const key = await makeKey(id, 100)
  const repeat = (runs: number) => {
    const request = orderRequest({ memberId: id, serviceId, amount: 1, runs, interval: 60 })
    return placeAutoOrder(db(), { ...request, apiKeyId: key })
  }
  await expect(repeat(11)).rejects.toMatchObject(CAP_REACHED)
  await repeat(6)
  await expect(repeat(5)).rejects.toMatchObject(CAP_REACHED)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => repeat(2)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await spentBy(id, key)).toBe(100)
})

test('a cancelled order gives no room on its day: a thief can’t order and cancel for ever', async () => {
  const { id } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 100 })
  const key = await makeKey(id, 100)
  const { orderId } = await order(id, serviceId, key)
  await cancelOrder(db(), memberActor(id), { orderId })
  await expect(order(id, serviceId, key)).rejects.toMatchObject(CAP_REACHED)
})

test('the next day in Seoul counts from nothing', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 100 })
  const key = await makeKey(id, 100)
  await order(id, serviceId, key)
  await db().rows('UPDATE api_key_caps SET day = day - 1 WHERE key_id = $1', [key])
  expect(await spentBy(id, key)).toBe(0)
  await order(id, serviceId, key)
  await expect(order(id, serviceId, key)).rejects.toMatchObject(CAP_REACHED)
  expect(await spentBy(id, key)).toBe(100)
})

test('a raised cap gives room for the difference; without one nothing is refused or counted', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 100 })
  const key = await makeKey(id, 100)
  await order(id, serviceId, key)
  await setDailyCap(db(), key, 200)
  await order(id, serviceId, key)
  await expect(order(id, serviceId, key)).rejects.toMatchObject(CAP_REACHED)
  await setDailyCap(db(), key, 0)
  await order(id, serviceId, key, 2)
  expect(await spentBy(id, key)).toBe(0)
})

test('a key that is deleted while its order waits takes its cap with it and orders nothing; a frozen one neither', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 100, enableAuto: true })
  const repeated = (apiKeyId: number) =>
    placeAutoOrder(db(), { ...orderRequest({ memberId: id, serviceId, runs: 2, interval: 60 }), apiKeyId })
  const frozen = await makeKey(id, 100)
  await db().rows('UPDATE api_keys SET frozen_at = now() WHERE id = $1', [frozen])
  for (const place of [() => order(id, serviceId, frozen), () => repeated(frozen)])
    await expect(place()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const ended = await makeKey(id, 100)
  await db().rows('DELETE FROM api_keys WHERE id = $1', [ended])
  for (const place of [() => order(id, serviceId, ended, 10), () => repeated(ended)])
    await expect(place()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await balanceOf(db(), id)).toBe(100_000n)
})

test('a key that is deleted while a thief’s orders queue for the balance gets none of it beyond its cap', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10 })
  const key = await makeKey(id, 50)
  const floods = Array.from({ length: 60 }, () => order(id, serviceId, key))
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [id])
    await tx.rows('DELETE FROM api_keys WHERE id = $1', [key])
  })
  const placed = (await Promise.allSettled(floods)).filter(({ status }) => status === 'fulfilled')
  expect(placed.length).toBeLessThanOrEqual(5)
})

test('an order that began before midnight and ends after it leaves the new day’s count alone', async () => {
  const { id } = await makeMember({ points: 1_000 })
  const key = await makeKey(id, 100)
  const serviceId = await makeService({ price: 100 })
  // Acts as if midnight had passed while the following order waited for the row's lock: an order of the new day was
  // counted first.
  await db().rows('UPDATE api_key_caps SET day = day + 1, spent = 10_000 WHERE key_id = $1', [key])
  await expect(order(id, serviceId, key)).rejects.toMatchObject(CAP_REACHED)
  await order(id, await makeService({ price: 10 }), null)
  const { day } = await oneRow<{ day: boolean }>(
    db(),
    `SELECT day = ((now() AT TIME ZONE 'Asia/Seoul')::date + 1) AS day FROM api_key_caps WHERE key_id = $1`,
    [key],
  )
  expect(day).toBe(true)
})
