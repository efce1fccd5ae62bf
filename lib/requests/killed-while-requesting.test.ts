import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeKillableWorkers } from '#lib/core/testing/killable-workers.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import type { FakeOrder } from '#lib/providers/testing/fake-provider-orders.ts'
import type { FakeAnswer } from '#lib/providers/testing/fake-provider-requests.ts'
import { makeDeliveredService, makeProvider, sendWaitingOrders } from '#lib/providers/testing/providers.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { cancelOrRequest } from './cancel-or-request.ts'
import { createRequest } from './create-request.ts'

/** Number of requests in this test. `npm run prove -- requests` runs the test in full: 2,000 requests and 30 kills. */
const REQUESTS = Number(process.env.PROOF_REQUESTS || 120)
const KILLS = Number(process.env.PROOF_KILLS || 5)
const TIME_LIMIT_MS = 60_000 + REQUESTS * 300

const workers = makeKillableWorkers(join(import.meta.dirname, 'testing/endless-requests.ts'))

let provider: FakeProvider
/**
 * False: orders that are to be cancelled don't end by themselves. True: the provider completes them, even if it
 * accepted a cancellation before.
 */
let ending = false

afterAll(async () => {
  await workers.killAll()
  await provider.stop()
})

const isToCancel = ({ link }: FakeOrder): boolean => link.includes('/cancel')

const progress = (order: FakeOrder) =>
  isToCancel(order) && !ending ? { status: 'In progress', remains: '9', start_count: '1000' } : undefined

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

const errors = [
  'Refill period expired',
  'Order cannot be cancelled',
  'Refill is not available',
  'Too many requests',
  '?',
]
const lostAnswers = ['silent', 'cut', 'html', '5xx'] as const

/** Delay of a late answer in milliseconds; the workers wait only 400 (testing/endless-requests.ts). */
const LATE_MS = 900
let asked = 0
/** Number of accepted requests that were answered after the workers' time-out. */
let answeredLate = 0

/**
 * Returns the fault with which the fake provider handles a request; undefined for none. The fake provider accepts every
 * tenth request, but answers too late. For half of the others it loses the answer, refuses, or accepts the request
 * without ever fulfilling it.
 */
function misbehave({ action }: { action: 'refill' | 'cancel' }): FakeAnswer | undefined {
  // An order that was completed can't be canceled any more.
  if (ending && action === 'cancel') return { error: 'Order cannot be cancelled' }
  if (asked++ % 10 === 0) {
    answeredLate++
    return { answersAfter: wait(LATE_MS) }
  }
  const dice = Math.random()
  if (dice < 0.25) return { fault: pick(lostAnswers), taken: Math.random() < 0.5 }
  if (dice < 0.4) return { error: pick(errors) }
  return dice < 0.55 ? { lies: true } : undefined
}

/** Sends all orders, completes those to be refilled, and makes one request about each. */
async function makeRequests(): Promise<void> {
  const serviceId = await makeDeliveredService([await makeProvider(provider)], db(), {
    refillDays: 30,
    canCancel: true,
  })
  const owners = new Map<number, number>()
  for (let from = 0; from < REQUESTS; from += 50) {
    const { id: memberId } = await makeMember({ points: 10_000 })
    for (let at = from; at < Math.min(from + 50, REQUESTS); at++) {
      const link = `https://www.instagram.com/${at % 2 === 0 ? 'refill' : 'cancel'}/${at}`
      owners.set(await makeOrder({ memberId, serviceId, link, amount: 10 }), memberId)
    }
  }
  while ((await sendWaitingOrders({ maxOrders: 32 })) > 0);
  await untilNone(
    `SELECT count(*)::int AS left FROM orders WHERE link LIKE '%/refill/%' AND status <> ${orderStatus.COMPLETED}`,
    async () => {
      await db().rows('UPDATE provider_attempts SET next_poll_at = now()')
      while ((await pollOrders(db())) > 0);
    },
  )
  for (const [orderId, memberId] of owners) {
    const { link } = await oneRow<{ link: string }>(db(), 'SELECT link FROM orders WHERE id = $1', [orderId])
    const actor = memberActor(memberId)
    if (link.includes('/cancel')) await cancelOrRequest(db(), actor, { orderId, source: 'WEB' })
    else await createRequest(db(), actor, { orderId, kind: 'REFILL', source: 'API' })
  }
}

/** Ends the pauses of the provider and makes retries and polls due, so that the test doesn't have to wait for them. */
async function endPauses(): Promise<void> {
  await db().rows('UPDATE providers SET paused_until = NULL, no_funds_until = NULL, failures = 0')
  await db().rows("UPDATE request_attempts SET retry_at = 'epoch' WHERE outcome = 'UNSENT' AND retry_at > now()")
  await db().rows("UPDATE order_requests SET next_poll_at = now() WHERE next_poll_at > now() + interval '2 seconds'")
  await db().rows("UPDATE provider_attempts SET next_poll_at = now() WHERE next_poll_at > now() + interval '2 seconds'")
}

async function untilNone(query: string, work: () => Promise<unknown>): Promise<void> {
  for (const limit = Date.now() + TIME_LIMIT_MS; ; await wait(200)) {
    await work()
    const { left } = await oneRow<{ left: number }>(db(), query)
    if (left === 0) return
    if (Date.now() > limit) throw new Error(`${left} are left by: ${query}`)
  }
}

/** Counts open requests that neither the provider nor a task for staff would close. */
const unhandled = `SELECT count(*)::int AS left FROM order_requests q WHERE q.state = 'ASKED' AND NOT EXISTS (
  SELECT FROM tasks t WHERE t.ref_type = 'request' AND t.ref_id = q.id AND t.resolved_at IS NULL)`

/**
 * Resolves the open tasks as staff would. If the outcome of an attempt is unknown, reports the outcome that the
 * provider's records show; otherwise refuses the request.
 */
async function answerTasks(staffId: number): Promise<void> {
  const tasks = await db().rows<{ id: number; kind: string; link: string; action: 'refill' | 'cancel' }>(
    `SELECT t.id, t.kind, o.link, lower(q.kind) AS action FROM tasks t JOIN order_requests q ON q.id = t.ref_id JOIN orders o ON o.id = q.order_id
     WHERE t.ref_type = 'request' AND t.resolved_at IS NULL ORDER BY t.id`,
  )
  for (const { id, kind, link, action } of tasks) {
    const found = provider.requests.find((each) => each.action === action && each.order.link === link)
    const known = found ? ('sent' as const) : ('not-sent' as const)
    const input = {
      action: kind === 'REQUEST' ? ('refuse' as const) : known,
      providerOrderId: String(found?.id ?? ''),
      reason: '채울 수 없어요.',
    }
    await resolveTask(db(), { ...someStaff, memberId: staffId }, { taskId: id, input })
  }
}

const countAcceptedTwice = () => {
  const asked = provider.requests.map(({ action, order }) => `${action} ${order.link}`)
  return asked.length - new Set(asked).size
}

type Ended = { link: string; price: bigint; refunded: bigint; refunds: number; state: string }

/** Expects one refund for each order that the provider reports as canceled, and none for any other order. */
async function expectRefundsRight(): Promise<void> {
  const ended = await db().rows<Ended>(
    `SELECT o.link, o.price, o.refunded, q.state,
       (SELECT count(*)::int FROM point_entries WHERE kind = 'ORDER_REFUND' AND ref_type = 'order' AND ref_id = o.id) AS refunds
     FROM orders o JOIN order_requests q ON q.order_id = o.id`,
  )
  expect(ended).toHaveLength(REQUESTS)
  for (const { link, price, refunded, refunds, state } of ended) {
    const canceled = provider.requests.some(
      (each) => each.action === 'cancel' && each.order.link === link && each.takesEffect,
    )
    expect([link, refunded, refunds]).toEqual([link, canceled ? price : 0n, canceled ? 1 : 0])
    expect([link, state]).toEqual([link, state === 'DONE' || state === 'REFUSED' ? state : 'an end'])
  }
}

test(`${REQUESTS} requests, a provider that loses answers, answers late, lies and refuses, workers killed ${KILLS} times: none refunded or refilled twice, none forgotten`, {
  timeout: TIME_LIMIT_MS * 3,
  // No retry: it would find the requests of the first attempt in the database.
  retry: 0,
}, async () => {
  const staff = await makeMember({ role: 'MANAGER' })
  provider = await startFakeProvider({ pace: 0, answerOf: progress })
  await makeRequests()
  Object.assign(provider.options, { requestAnswer: misbehave, pace: 0.2 })
  await Promise.all([workers.start(), workers.start()])
  for (let kill = 0; kill < KILLS; kill++) {
    await endPauses()
    await wait(100 + Math.random() * 400)
    await workers.killOne()
    await workers.start()
  }
  await untilNone(unhandled, endPauses)
  expect(countAcceptedTwice()).toBe(0)
  expect(answeredLate).toBeGreaterThanOrEqual(REQUESTS / 20)
  await expectBooksBalance()

  ending = true
  await untilNone(`SELECT count(*)::int AS left FROM order_requests WHERE closed_at IS NULL`, async () => {
    await endPauses()
    await answerTasks(staff.id).catch(() => undefined)
  })
  await untilNone(`SELECT count(*)::int AS left FROM orders o WHERE ${openOrder.sql('o')}`, endPauses)
  expect(countAcceptedTwice()).toBe(0)
  await expectRefundsRight()
  expect(provider.requests.length).toBeGreaterThan(REQUESTS / 4)
  await expectBooksBalance()
})
