import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/expect-books-balance.ts'
import { makeService } from '#lib/catalog/test-services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'
import { makeDueRuns } from './make-run.ts'
import { makeAutoOrder, pass } from './test-auto-orders.ts'

const script = join(import.meta.dirname, 'test-endless-sweeps.ts')
const sweepers: ChildProcess[] = []

const startSweeping = () => sweepers.push(spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] }))

async function killOne(): Promise<void> {
  const [child] = sweepers.splice(Math.floor(Math.random() * sweepers.length), 1)
  if (!child) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

afterAll(async () => {
  while (sweepers.length > 0) await killOne()
})

const ORDERS = 200
const RUNS = 6

/** 200 repeating orders whose price no number of runs divides. */
async function makeOrders(): Promise<void> {
  const { id: memberId } = await makeMember({ points: 1_000_000 })
  const serviceId = await makeService({ price: 0.01333, enableAuto: true })
  const amounts = Array.from({ length: ORDERS }, (_, at) => 101 + at)
  while (amounts.length > 0) {
    const some = amounts.splice(0, 20)
    await Promise.all(some.map((amount) => makeAutoOrder({ memberId, serviceId, amount, runs: RUNS })))
  }
}

const dueCount = () =>
  oneRow<{ due: number }>(db(), 'SELECT count(*)::int AS due FROM auto_orders WHERE next_run_at <= now()')

async function untilNoneDue(): Promise<void> {
  for (const limit = Date.now() + 15_000; (await dueCount()).due > 0; await wait(10))
    if (Date.now() > limit) throw new Error('runs stay due')
}

const faults = `
  SELECT count(*) FILTER (WHERE a.completed <> $1)::int AS not_once,
    count(*) FILTER (WHERE made.runs <> a.completed OR made.last <> a.completed)::int AS miscounted,
    count(*) FILTER (WHERE made.early > 0)::int AS early,
    count(*) FILTER (WHERE made.events <> a.completed)::int AS half,
    count(*) FILTER (WHERE a.completed = a.runs AND (made.cost <> a.cost OR a.next_run_at IS NOT NULL))::int AS inexact
  FROM auto_orders a, LATERAL (
    SELECT count(*) AS runs, max(run_no) AS last, sum(o.cost) AS cost,
      count(*) FILTER (WHERE o.created_at < a.created_at + (run_no - 1) * interval '60 minutes') AS early,
      sum((SELECT count(*) FROM order_events e WHERE e.order_id = o.id)) AS events
    FROM orders o WHERE o.auto_order_id = a.id
  ) AS made`

test('sweeps side by side, killed at any moment: each of 200 gets each run once, none early, to the hundredth', async () => {
  await makeOrders()
  for (let sweeper = 0; sweeper < 3; sweeper++) startSweeping()
  for (let run = 2; run <= RUNS; run++) {
    await wait(Math.random() * 400)
    await pass('60 minutes')
    const own = makeDueRuns(db())
    await wait(Math.random() * 60)
    await killOne()
    startSweeping()
    await own
    await untilNoneDue()
    const none = { notOnce: 0, miscounted: 0, early: 0, half: 0, inexact: 0 }
    expect({ run, ...(await oneRow<object>(db(), faults, [run])) }).toEqual({ run, ...none })
  }
  await pass('7 days')
  await wait(300)
  const { orders } = await oneRow<{ orders: number }>(db(), 'SELECT count(*)::int AS orders FROM orders')
  expect(orders).toBe(ORDERS * RUNS)
  await expectBooksBalance()
})
