import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { killProcess } from '#lib/core/testing/killable-workers.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeAutoOrder, passTime } from './testing/auto-orders.ts'

/**
 * Number of auto orders in this test. `npm run prove -- auto-orders` runs the test in full: 10,000 auto orders, 30
 * kills and 4 workers.
 */
const ORDER_COUNT = Number(process.env.PROOF_ORDERS || 200)
const KILL_COUNT = Number(process.env.PROOF_KILLS || 8)
const WORKER_COUNT = 4
const RUNS_PER_ORDER = 4
const LIMIT_MS = 30_000 + ORDER_COUNT * 60

const sweepScript = join(import.meta.dirname, 'testing/endless-sweeps.ts')
const sweepers: ChildProcess[] = []

const startSweeping = () =>
  sweepers.push(spawn(process.execPath, [sweepScript], { stdio: ['ignore', 'pipe', 'inherit'] }))

async function killOne(): Promise<void> {
  const [child] = sweepers.splice(Math.floor(Math.random() * sweepers.length), 1)
  if (child) await killProcess(child)
}

afterAll(async () => {
  while (sweepers.length > 0) await killOne()
})

/** Creates the auto orders, ten per member, at prices that no number of runs divides evenly. */
async function makeOrders(): Promise<void> {
  const serviceId = await makeService({ price: 0.01333, enableAuto: true })
  for (let made = 0; made < ORDER_COUNT; made += 10) {
    const { id: memberId } = await makeMember({ points: 1_000_000 })
    const some = Array.from({ length: 10 }, (_, at) => 101 + ((made + at) % 997))
    await Promise.all(some.map((amount) => makeAutoOrder({ memberId, serviceId, amount, runs: RUNS_PER_ORDER })))
  }
}

const countRunsLeft = () =>
  oneRow<{ due: number; left: number }>(
    db(),
    'SELECT count(*) FILTER (WHERE next_run_at <= now())::int AS due, count(next_run_at)::int AS left FROM auto_orders',
  )

async function untilNoneDue(): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; (await countRunsLeft()).due > 0; await wait(20))
    if (Date.now() > limit) throw new Error('runs stay due')
}

// Counts faults of the runs, which are due hourly. A run may be up to two minutes late without delaying the next one,
// so only two runs less than 58 minutes apart are a fault.
const faultCounts = `
  SELECT count(*) FILTER (WHERE made.runs <> a.completed OR made.last <> a.completed)::int AS miscounted,
    coalesce(sum(made.early), 0)::int AS early, coalesce(sum(made.near), 0)::int AS near,
    count(*) FILTER (WHERE made.events <> a.completed)::int AS half,
    count(*) FILTER (WHERE a.completed = a.runs AND (made.price <> a.price OR a.next_run_at IS NOT NULL))::int AS inexact
  FROM auto_orders a, LATERAL (
    SELECT count(*) AS runs, max(run_no) AS last, sum(price) AS price, sum(events) AS events,
      count(*) FILTER (WHERE created_at < a.created_at + (run_no - 1) * interval '60 minutes') AS early,
      count(*) FILTER (WHERE created_at < before + interval '58 minutes') AS near
    FROM (
      SELECT o.*, lag(o.created_at) OVER (ORDER BY run_no) AS before,
        (SELECT count(*) FROM order_events e WHERE e.order_id = o.id) AS events
      FROM orders o WHERE o.auto_order_id = a.id
    ) AS o
  ) AS made`

async function expectNoFault(): Promise<void> {
  expect(await oneRow(db(), faultCounts)).toEqual({ miscounted: 0, early: 0, near: 0, half: 0, inexact: 0 })
}

/** Kills `count` workers at random moments and starts a new one after each. */
async function killSome(count: number): Promise<void> {
  for (let kill = 0; kill < count; kill++) {
    await wait(50 + Math.random() * 250)
    await killOne()
    startSweeping()
  }
}

test(`${ORDER_COUNT} auto orders, ${WORKER_COUNT} workers killed ${KILL_COUNT} times, a clock that jumps two hours: each run once, none early`, {
  timeout: LIMIT_MS * 3,
}, async () => {
  await makeOrders()
  for (let worker = 0; worker < WORKER_COUNT; worker++) startSweeping()
  let kills = 0
  while (kills < KILL_COUNT || (await countRunsLeft()).left > 0) {
    const some = Math.min(KILL_COUNT - kills, Math.ceil(KILL_COUNT / 6))
    kills += some
    await passTime('2 hours')
    await killSome(Math.ceil(some / 2))
    await passTime('-2 hours')
    await expectNoFault()
    await passTime('60 minutes')
    await killSome(Math.floor(some / 2))
    await untilNoneDue()
    await expectNoFault()
  }
  await passTime('7 days')
  await wait(300)
  const { orders } = await oneRow<{ orders: number }>(db(), 'SELECT count(*)::int AS orders FROM orders')
  expect(orders).toBe(ORDER_COUNT * RUNS_PER_ORDER)
  await expectNoFault()
  await expectBooksBalance()
})
