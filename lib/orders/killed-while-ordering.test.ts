import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { killProcess } from '#lib/core/testing/killable-workers.ts'
import { makeMember } from '#lib/members/testing/members.ts'

const orderingScript = join(import.meta.dirname, 'testing/endless-orders.ts')

// Waits until PostgreSQL has finished the statements of the killed processes: a running statement continues after its
// process was killed.
const untilNothingRuns = () =>
  vi.waitFor(async () => {
    const running = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
    expect(await db().rows(running)).toEqual([])
  }, 60_000)

/** Starts a process that places orders, and collects its output as a map from idempotency key to order id. */
function startOrdering(memberId: number, serviceId: number, firstKey: number) {
  const args = [orderingScript, ...[memberId, serviceId, firstKey].map(String)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const answered = new Map<number, number>()
  const someAnswers = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [key = 0, orderId = 0] = line.split(' ').map(Number)
      answered.set(key, orderId)
      if (answered.size > 20) resolve()
    })
  })
  return { child, answered, someAnswers }
}

test('a process killed again and again while it orders leaves no half order, and its retries order nothing twice', async () => {
  const member = await makeMember({ points: 1_000_000 })
  const serviceId = await makeService({ price: 3.3 })
  const all = new Map<number, number>()
  for (let round = 0; round < 5; round++) {
    // Starts ten keys before the last one seen, like a client that retries requests for which it got no response.
    const from = Math.max(0, Math.max(0, ...all.keys()) - 10)
    const { child, answered, someAnswers } = startOrdering(member.id, serviceId, from)
    await someAnswers
    await wait(Math.random() * 120)
    await killProcess(child)
    for (const [key, orderId] of answered) {
      expect(all.get(key) ?? orderId).toBe(orderId)
      all.set(key, orderId)
    }
  }
  await untilNothingRuns()
  expect(all.size).toBeGreaterThan(20)
  const { orders, keys, half } = await oneRow<{ orders: number; keys: number; half: number }>(
    db(),
    `SELECT (SELECT count(*) FROM orders WHERE member_id = $1)::int AS orders,
            (SELECT count(*) FROM idempotency_keys WHERE member_id = $1)::int AS keys,
            (SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM order_events WHERE order_id = o.id))::int AS half`,
    [member.id],
  )
  expect({ orders, half }).toEqual({ orders: keys, half: 0 })
  const stored = await db().rows('SELECT id FROM orders WHERE id = ANY ($1::int[])', [[...new Set(all.values())]])
  expect(stored).toHaveLength(all.size)
  await expectBooksBalance()
})

test('several processes on one balance never spend more than there is', async () => {
  const member = await makeMember({ points: 250 })
  const serviceId = await makeService({ price: 1 })
  const processes = Array.from({ length: 3 }, (_, at) => startOrdering(member.id, serviceId, at * 1_000_000))
  await Promise.all(processes.map(({ child }) => once(child, 'close')))
  const answered = processes.reduce((sum, each) => sum + each.answered.size, 0)
  const { placed } = await oneRow<{ placed: number }>(
    db(),
    'SELECT count(*)::int AS placed FROM orders WHERE member_id = $1',
    [member.id],
  )
  expect(placed).toBe(250)
  expect(answered).toBe(250)
  await expectBooksBalance()
})
