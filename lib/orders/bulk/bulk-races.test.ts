import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { setDailyCap } from '#lib/api-keys/daily-cap.ts'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import { killProcess } from '#lib/core/testing/killable-workers.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { cancelOrder } from '../cancel-order.ts'
import { placeOrder } from '../place-order.ts'
import { orderRequest } from '../testing/orders.ts'
import { placeOrders } from './place-orders.ts'
import { bulkRequest } from './testing/bulk-orders.ts'

afterEach(() => expectBooksBalance())

const keyOf = async (memberId: number): Promise<number> => {
  await issueApiKey(db(), memberId)
  return (await oneRow<{ id: number }>(db(), 'SELECT id FROM api_keys WHERE member_id = $1', [memberId])).id
}

/** A database handle that runs `between` once, after the rows were checked and before they are inserted. */
function dbInterruptedBy(between: () => Promise<unknown>): Database {
  let done = false
  return {
    ...db(),
    rows: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text
      if (!done && text.includes('INSERT INTO orders')) {
        done = true
        await between()
      }
      return db().rows(statement, values)
    },
  }
}

test('bulk calls and single orders of one key at once stay within its daily cap and its member’s balance', async () => {
  const member = await makeMember({ points: 500 })
  const serviceId = await makeService({ price: 10 })
  const apiKeyId = await keyOf(member.id)
  await setDailyCap(db(), apiKeyId, 300)
  const rows = Array.from({ length: 7 }, () => ({ serviceId }))
  const results = await Promise.all([
    ...Array.from({ length: 6 }, () =>
      placeOrders(db(), bulkRequest({ memberId: member.id, apiKeyId, rows })).then(({ placed }) => placed),
    ),
    ...Array.from({ length: 20 }, () =>
      placeOrder(db(), { ...orderRequest({ memberId: member.id, serviceId }), apiKeyId }).then(
        () => 1,
        () => 0,
      ),
    ),
  ])
  expect(results.reduce((sum, placed) => sum + placed, 0)).toBe(30)
  expect(await balanceOf(db(), member.id)).toBe(20_000n)
})

test('an order cancelled the same day gives the key’s cap no room', async () => {
  const member = await makeMember({ points: 500 })
  const serviceId = await makeService({ price: 10 })
  const apiKeyId = await keyOf(member.id)
  await setDailyCap(db(), apiKeyId, 20)
  const request = bulkRequest({ memberId: member.id, apiKeyId, rows: [{ serviceId }, { serviceId }, { serviceId }] })
  const { results } = await placeOrders(db(), request)
  expect(results[2]).toMatchObject({ code: 'CONFLICT', message: '이 API 키의 하루 한도를 넘는 주문이에요.' })
  for (const row of results)
    if ('orderId' in row) await cancelOrder(db(), memberActor(member.id), { orderId: row.orderId })
  expect((await placeOrders(db(), request)).placed).toBe(0)
  expect(await balanceOf(db(), member.id)).toBe(50_000n)
})

test('a price raised between the quote and the statement is never charged at the old one, for no row', async () => {
  const member = await makeMember({ points: 1_000 })
  const [first, second] = [await makeService({ price: 10 }), await makeService({ price: 20 })]
  const raise = () => db().rows('UPDATE services SET unit_price = 3000000 WHERE id = $1', [second])
  const rows = [{ serviceId: first }, { serviceId: second }]
  const outcome = await placeOrders(dbInterruptedBy(raise), bulkRequest({ memberId: member.id, rows }))
  expect(outcome).toMatchObject({ placed: 2, point: 40 })
})

test('a key frozen or ended before the statement orders nothing, and the call says why', async () => {
  const member = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const apiKeyId = await keyOf(member.id)
  const request = bulkRequest({ memberId: member.id, apiKeyId, rows: [{ serviceId }] })
  const freeze = () => db().rows('UPDATE api_keys SET frozen_at = now() WHERE id = $1', [apiKeyId])
  await expect(placeOrders(dbInterruptedBy(freeze), request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await db().rows('DELETE FROM api_keys WHERE id = $1', [apiKeyId])
  await expect(placeOrders(db(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await balanceOf(db(), member.id)).toBe(100_000n)
})

test('each order is cancelled and refunded by itself, once, and all of them give back what was paid', async () => {
  const member = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 3.33333 })
  const rows = [1, 2, 3].map((amount) => ({ serviceId, amount }))
  const { results } = await placeOrders(db(), bulkRequest({ memberId: member.id, rows }))
  for (const row of results) {
    const orderId = 'orderId' in row ? row.orderId : 0
    const cancel = () => cancelOrder(db(), memberActor(member.id), { orderId })
    const both = await Promise.allSettled([cancel(), cancel()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
  expect(await balanceOf(db(), member.id)).toBe(10_000n)
})

const orderingScript = join(import.meta.dirname, 'testing/endless-bulk-orders.ts')

function startOrdering(memberId: number, serviceId: number): { child: ChildProcess; someAnswers: Promise<void> } {
  const args = [orderingScript, String(memberId), String(serviceId)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let answers = 0
  const someAnswers = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', () => ++answers > 3 && resolve())
  })
  return { child, someAnswers }
}

test('a process killed while it orders in bulk leaves whole calls only', async () => {
  const member = await makeMember({ points: 1_000_000 })
  const serviceId = await makeService({ price: 3.3 })
  for (let round = 0; round < 3; round++) {
    const { child, someAnswers } = startOrdering(member.id, serviceId)
    await someAnswers
    await wait(Math.random() * 80)
    await killProcess(child)
  }
  // Wait until PostgreSQL has finished the last statement of the killed process.
  await vi.waitFor(async () => {
    const running = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
    expect(await db().rows(running)).toEqual([])
  }, 60_000)
  const calls = await db().rows<{ orders: number; events: number; keys: number }>(
    `SELECT count(*)::int AS orders, (SELECT count(*)::int FROM order_events e WHERE e.order_id = ANY (array_agg(o.id))) AS events,
       (SELECT count(*)::int FROM idempotency_keys k WHERE k.member_id = $1 AND k.answer->'orders'->0->1 = to_jsonb(min(o.id))) AS keys
     FROM orders o WHERE member_id = $1 GROUP BY bulk_order_id`,
    [member.id],
  )
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter(({ orders, events, keys }) => orders !== 50 || events !== 50 || keys !== 1)).toEqual([])
})
