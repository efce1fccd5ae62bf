import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeKillableWorkers } from '#lib/core/testing/killable-workers.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { type FakeFault, fakeFaults } from '../testing/fake-provider-orders.ts'
import { makeDeliveredService, makeProvider, sendWaitingOrders } from '../testing/providers.ts'

/** Number of orders. `npm run prove -- deliveries` runs the test in full: 5,000 orders and 50 kills. */
const ORDERS = Number(process.env.PROOF_ORDERS || 300)
const KILLS = Number(process.env.PROOF_KILLS || 8)
const TIME_LIMIT_MS = 60_000 + ORDERS * 300

const workers = makeKillableWorkers(join(import.meta.dirname, 'testing/endless-deliveries.ts'))

/** Stand-ins for two providers. Orders that the first one certainly didn't accept are sent to the second. */
const fakeProviders: FakeProvider[] = []

afterAll(async () => {
  await workers.killAll()
  await Promise.all(fakeProviders.map((each) => each.stop()))
})

const anyFault = (): FakeFault | undefined =>
  Math.random() < 0.4 ? fakeFaults[Math.floor(Math.random() * fakeFaults.length)] : undefined

/** Orders that the two providers really accepted. */
const acceptedOrders = () => fakeProviders.flatMap((each) => each.taken)

/** Starts both stand-ins. Each has already accepted one order, whose id it sometimes returns again for a new order. */
async function startProviders(): Promise<number[]> {
  const statusFault = () => (Math.random() < 0.1 ? (Math.random() < 0.5 ? 'html' : '5xx') : undefined)
  const providerIds: number[] = []
  for (let at = 0; at < 2; at++) {
    const fakeProvider = await startFakeProvider({ pace: 0.2, statusFault })
    fakeProviders.push(fakeProvider)
    providerIds.push(await makeProvider(fakeProvider))
    const { id: memberId } = await makeMember({ points: 100 })
    await makeOrder({
      memberId,
      serviceId: await makeDeliveredService(providerIds.slice(-1)),
      link: `first of ${at}`,
      amount: 9,
    })
    expect(await sendWaitingOrders({ timeout: 5_000 })).toBe(1)
    Object.assign(fakeProvider.options, { fault: anyFault, twice: () => fakeProvider.taken[0] })
  }
  return providerIds
}

async function makeOrders(providerIds: number[]): Promise<void> {
  const serviceId = await makeDeliveredService(providerIds)
  for (let from = 0; from < ORDERS; from += 50) {
    const { id: memberId } = await makeMember({ points: 10_000 })
    const some = Array.from({ length: Math.min(50, ORDERS - from) }, (_, at) => from + at)
    await Promise.all(
      some.map((at) =>
        makeOrder({ memberId, serviceId, link: `https://www.instagram.com/p/${at}`, amount: 3 + (at % 90) }),
      ),
    )
  }
}

/** Ends the providers' pauses and makes waiting retries due, so that the test doesn't have to wait for them. */
async function endPauses(): Promise<void> {
  await db().rows('UPDATE providers SET paused_until = NULL, no_funds_until = NULL, failures = 0')
  await db().rows(
    "UPDATE provider_attempts SET retry_at = 'epoch' WHERE outcome IN ('UNSENT', 'NO_FUNDS') AND retry_at > now()",
  )
  await db().rows("UPDATE provider_attempts SET next_poll_at = now() WHERE next_poll_at > now() + interval '3 seconds'")
}

const unfinishedQuery = `
  SELECT count(*)::int AS open FROM orders o WHERE ${openOrder.sql('o')} AND NOT EXISTS (
    SELECT FROM tasks t WHERE t.ref_type = 'order' AND t.ref_id = o.id AND t.resolved_at IS NULL)`

/** Waits until every order has ended or waits for staff. */
async function untilSettled(): Promise<void> {
  for (const limit = Date.now() + TIME_LIMIT_MS; ; await wait(200)) {
    await endPauses()
    const { open } = await oneRow<{ open: number }>(db(), unfinishedQuery)
    if (open === 0) return
    if (Date.now() > limit) throw new Error(`${open} orders neither end nor wait for staff`)
  }
}

const countLinksAcceptedTwice = () => {
  const links = acceptedOrders().map(({ link }) => link)
  return links.length - new Set(links).size
}

type EndedOrder = {
  id: number
  link: string
  amount: number
  status: number
  price: bigint
  refunded: bigint
  outcome: string | null
}

const endedOrders = () =>
  db().rows<EndedOrder>(`
    WITH last AS MATERIALIZED (SELECT DISTINCT ON (order_id) order_id, outcome FROM provider_attempts ORDER BY order_id, id DESC)
    SELECT o.id, o.link, o.amount, o.status, o.price, o.refunded, last.outcome
    FROM orders o LEFT JOIN last ON last.order_id = o.id`)

/** The refund that an order should have got, calculated from the records of its stand-in provider. */
function expectedRefund({ link, amount, price }: EndedOrder): bigint {
  const found = acceptedOrders().find((order) => order.link === link)
  if (!found) return price
  const { fault } = found
  const remains = fault === 'partial' ? Math.floor(amount / 3) : fault === 'partialAtOnce' ? Math.floor(amount / 2) : 0
  return fault === 'canceled' ? price : (price * BigInt(remains)) / BigInt(amount)
}

async function expectRefundsRight(): Promise<void> {
  for (const order of await endedOrders()) {
    if (order.outcome === 'UNKNOWN') expect(order).toMatchObject({ status: 0, refunded: 0n })
    if (order.refunded > 0n) expect(order.refunded).toBe(expectedRefund(order))
    if (order.status === 2) expect(expectedRefund(order)).toBe(0n)
  }
}

/**
 * Resolves each DELIVERY_UNKNOWN task as staff would, by the records of the stand-in providers. Returns how many it
 * resolved.
 */
async function answerUnknown(staffId: number): Promise<number> {
  const doubtful = await db().rows<{ id: number; link: string }>(
    `SELECT t.id, o.link FROM tasks t JOIN orders o ON o.id = t.ref_id
     WHERE t.kind = 'DELIVERY_UNKNOWN' AND t.resolved_at IS NULL ORDER BY t.id`,
  )
  for (const { id, link } of doubtful) {
    const found = acceptedOrders().find((order) => order.link === link)
    const input = {
      action: found ? ('sent' as const) : ('not-sent' as const),
      providerOrderId: String(found?.id ?? ''),
      reason: '',
    }
    await resolveTask(db(), { ...someStaff, memberId: staffId }, { taskId: id, input })
  }
  return doubtful.length
}

test(`${ORDERS} orders, a provider that misbehaves in every way, workers killed ${KILLS} times: none sent twice, no refund in doubt, none forgotten`, {
  timeout: TIME_LIMIT_MS * 3,
  // No retry, because a second attempt would find the orders of the first in the database.
  retry: 0,
}, async () => {
  const staff = await makeMember({ role: 'MANAGER' })
  await makeOrders(await startProviders())
  await Promise.all([workers.start(), workers.start()])
  for (let kill = 0; kill < KILLS; kill++) {
    await endPauses()
    await wait(100 + Math.random() * 600)
    await workers.killOne()
    await workers.start()
  }
  await untilSettled()
  expect(countLinksAcceptedTwice()).toBe(0)
  await expectRefundsRight()
  await expectBooksBalance()

  for (const { options } of fakeProviders) options.fault = undefined
  expect(await answerUnknown(staff.id)).toBeGreaterThan(0)
  // On an overloaded machine a healthy provider may exceed the short time-outs of these workers, which leaves more
  // orders of unknown outcome.
  do await untilSettled()
  while ((await answerUnknown(staff.id)) > 0)
  expect(countLinksAcceptedTwice()).toBe(0)
  await expectRefundsRight()
  const left = await db().rows(
    `SELECT a.order_id, a.outcome, o.status FROM provider_attempts a JOIN orders o ON o.id = a.order_id
     WHERE a.outcome IS NULL OR a.outcome = 'UNKNOWN'`,
  )
  expect(left).toEqual([])
  await expectBooksBalance()
})
