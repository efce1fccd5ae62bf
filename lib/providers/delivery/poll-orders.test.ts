import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { pollBalances } from '../health/poll-balances.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { makeDeliveredService, makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { pollOrders } from './poll-orders.ts'

type StandInAnswer = Record<string, unknown>

let fakeProvider: FakeProvider
let memberId: number
let serviceId: number
let statusRequests = 0
let nextStatusFault: 'html' | '5xx' | 'wrapped' | undefined
const statusByLink = new Map<string, StandInAnswer>()
let linkCount = 0

beforeAll(async () => {
  const statusFault = () => {
    statusRequests++
    return nextStatusFault
  }
  fakeProvider = await startFakeProvider({ answerOf: ({ link }) => statusByLink.get(link), statusFault })
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows('UPDATE provider_attempts SET next_poll_at = NULL')
  await ownerDatabase().rows('DELETE FROM tasks')
  memberId = (await makeMember({ points: 10_000 })).id
  serviceId = await makeDeliveredService([await makeProvider(fakeProvider)])
})
afterEach(() => expectBooksBalance())

type SentOrder = { orderId: number; link: string }

/** Creates an order of 30 units and sends it to the provider. */
async function sentOrder(): Promise<SentOrder> {
  const link = `https://www.instagram.com/p/${++linkCount}`
  const orderId = await makeOrder({ memberId, serviceId, link, amount: 30 })
  await sendWaitingOrders()
  return { orderId, link }
}

/** Lets the stand-in provider report `answer` as the order's status, and polls the order. */
async function pollWithStatus({ orderId, link }: SentOrder, answer: StandInAnswer) {
  statusByLink.set(link, answer)
  await db().rows("UPDATE provider_attempts SET next_poll_at = now() - interval '1 second' WHERE order_id = $1", [
    orderId,
  ])
  await pollOrders(db())
  return readDeliveryOutcome(orderId)
}

const refundOf = async (orderId: number) =>
  (await oneRow<{ refunded: bigint }>(db(), 'SELECT refunded FROM orders WHERE id = $1', [orderId])).refunded

const eventsOf = (orderId: number) =>
  db().rows('SELECT from_status, to_status, actor FROM order_events WHERE order_id = $1 ORDER BY id', [orderId])

test('an order goes the way its provider says, with its progress, each step once', async () => {
  const order = await sentOrder()
  expect(await pollWithStatus(order, { status: 'Pending', remains: '30' })).toMatchObject({ status: 0 })
  expect(await pollWithStatus(order, { status: 'Processing', remains: 30 })).toMatchObject({ status: 4 })
  expect(await pollWithStatus(order, { status: 'In progress', remains: '20', start_count: '7' })).toMatchObject({
    status: 1,
  })
  expect(await pollWithStatus(order, { status: 'in_progress', remains: '12.00' })).toMatchObject({
    status: 1,
    remains: 12,
  })
  expect(await pollWithStatus(order, { status: 'COMPLETE', remains: -4 })).toMatchObject({
    status: 2,
    remains: 0,
    tasks: [],
  })
  expect(await pollWithStatus(order, { status: 'Completed', remains: '0' })).toMatchObject({ status: 2 })
  expect((await eventsOf(order.orderId)).map((event) => Object.values(event as object)[1])).toEqual([0, 4, 1, 2])
  expect(await refundOf(order.orderId)).toBe(0n)
})

test.each([
  ['Partial', '10', { status: 3, remains: 10 }, 1_000n],
  ['partially completed', 30, { status: 5 }, 3_000n],
  ['Partial', '-3', { status: 2, remains: 0 }, 0n],
  ['Cancelled', null, { status: 5 }, 3_000n],
  ['Refunded', 5, { status: 5 }, 3_000n],
])('%s with %s remaining ends it, straight from waiting too', async (status, remains, end, refund) => {
  const order = await sentOrder()
  expect(await pollWithStatus(order, { status, remains })).toMatchObject({ ...end, tasks: [] })
  await pollWithStatus(order, { status, remains })
  expect(await refundOf(order.orderId)).toBe(refund)
  expect((await readDeliveryOutcome(order.orderId)).tasks).toEqual([])
})

test.each([
  [{ status: 'Partial' }],
  [{ status: 'Partial', remains: '9.5' }],
  [{ status: 'Partial', remains: 'some' }],
  [{ status: 'Fail', remains: '0' }],
  [{ status: 'Awaiting moonrise' }],
  [{ status: null }],
  [{ error: 'Incorrect order ID' }],
])('%j moves nothing and is a task until it is put better', async (answer) => {
  const order = await sentOrder()
  expect(await pollWithStatus(order, answer)).toMatchObject({ status: 0, tasks: ['DELIVERY_UNCLEAR'] })
  expect(await pollWithStatus(order, { status: 'Completed', remains: 0 })).toMatchObject({ status: 2, tasks: [] })
})

test('a change after the end is an event and a task with the refund it would mean, once, and moves nothing', async () => {
  const order = await sentOrder()
  await pollWithStatus(order, { status: 'Completed', remains: '0' })
  const late = { status: 2, tasks: ['DELIVERY_LATE'], notes: ['끝난 뒤 공급사에서 바뀜'] }
  expect(await pollWithStatus(order, { status: 'Partial', remains: '10' })).toMatchObject(late)
  expect(await pollWithStatus(order, { status: 'Partial', remains: '10' })).toMatchObject(late)
  const [task] = await db().rows<{ detail: object }>('SELECT detail FROM tasks')
  expect(task?.detail).toMatchObject({ status: 3, remains: 10, refund: 10, applicable: true })
  expect(await refundOf(order.orderId)).toBe(0n)
})

test.each([
  ['Completed', '0'],
  ['In progress', '10'],
])('a change after the end that the provider takes back (%s) is no task any more', async (status, remains) => {
  const order = await sentOrder()
  await pollWithStatus(order, { status: 'Completed', remains: '0' })
  expect(await pollWithStatus(order, { status: 'Partial', remains: '10' })).toMatchObject({ tasks: ['DELIVERY_LATE'] })
  expect(await pollWithStatus(order, { status, remains })).toMatchObject({ status: 2, tasks: [] })
  expect(await pollWithStatus(order, { status: 'Partial', remains: '10' })).toMatchObject({ tasks: ['DELIVERY_LATE'] })
})

test.each<[string, StandInAnswer, (order: SentOrder) => Promise<unknown>, number]>([
  [
    'an error',
    { error: 'Incorrect order ID' },
    (order) => pollWithStatus(order, { status: 'Completed', remains: '0' }),
    orderStatus.COMPLETED,
  ],
  [
    'that it is running, after staff cancelled it',
    { status: 'In progress', remains: '30' },
    ({ orderId }) =>
      db().transaction((tx) =>
        transitionOrder(tx, someStaff, {
          orderId,
          status: orderStatus.CANCELED,
          remains: null,
          startCount: null,
          reason: '회원 요청',
        }),
      ),
    orderStatus.CANCELED,
  ],
])(
  'an ended order about which its provider repeats %s is polled each hour, and no more after three days',
  async (_, answer, end, status) => {
    const order = await sentOrder()
    const minutesUntilPoll = async () =>
      (
        await oneRow<{ minutes: number | null }>(
          db(),
          'SELECT round(extract(epoch FROM next_poll_at - now()) / 60)::int AS minutes FROM provider_attempts WHERE order_id = $1',
          [order.orderId],
        )
      ).minutes
    await end(order)
    for (let poll = 0; poll < 2; poll++) {
      expect(await pollWithStatus(order, answer)).toMatchObject({ status, tasks: [] })
      expect(await minutesUntilPoll()).toBe(60)
    }
    await withoutTriggers("UPDATE order_events SET at = at - interval '3 days' WHERE order_id = $1", [order.orderId])
    await pollWithStatus(order, answer)
    expect(await minutesUntilPoll()).toBeNull()
  },
)

test.each([
  ['NUL', 'x\u0000y'],
  ['half of an emoji', `${'x'.repeat(299)}😀`],
])('what a provider says of one order with %s in it keeps no other one waiting', async (_, text) => {
  const [odd, other] = [await sentOrder(), await sentOrder()]
  statusByLink.set(odd.link, { error: text })
  statusByLink.set(other.link, { status: 'Completed', remains: '0' })
  await db().rows(
    `UPDATE provider_attempts SET next_poll_at = 'epoch'::timestamptz + order_id * interval '1 second'
     WHERE order_id IN ($1, $2)`,
    [odd.orderId, other.orderId],
  )
  expect(await pollOrders(db())).toBe(2)
  expect(await readDeliveryOutcome(other.orderId)).toMatchObject({ status: 2 })
  expect(await readDeliveryOutcome(odd.orderId)).toMatchObject({ status: 0, tasks: ['DELIVERY_UNCLEAR'] })
})

test('an answer that can’t be read moves nothing, and a provider that goes on so is left alone for a while', async () => {
  const order = await sentOrder()
  for (nextStatusFault of ['html', '5xx', 'html'] as const)
    expect(await pollWithStatus(order, {})).toMatchObject({ status: 0, tasks: [] })
  nextStatusFault = undefined
  const before = statusRequests
  expect(await pollWithStatus(order, { status: 'Completed', remains: 0 })).toMatchObject({ status: 0 })
  expect(statusRequests).toBe(before)
  await db().rows('UPDATE providers SET paused_until = NULL')
  expect(await pollWithStatus(order, { status: 'Completed', remains: 0 })).toMatchObject({ status: 2 })
})

test('an answer that only says that the request succeeded is a task, and pauses no provider', async () => {
  const order = await sentOrder()
  nextStatusFault = 'wrapped'
  for (let poll = 0; poll < 3; poll++)
    expect(await pollWithStatus(order, {})).toMatchObject({ status: 0, tasks: ['DELIVERY_UNCLEAR'] })
  nextStatusFault = undefined
  expect(await pollWithStatus(order, { status: 'Completed', remains: 0 })).toMatchObject({ status: 2, tasks: [] })
})

test.each([
  ['0 seconds', 2],
  ['8 minutes', 60],
  ['3 hours', 600],
])('an order sent %s ago is polled again after %i seconds', async (age, seconds) => {
  const order = await sentOrder()
  await db().rows('UPDATE provider_attempts SET finished_at = now() - $2::interval WHERE order_id = $1', [
    order.orderId,
    age,
  ])
  await pollWithStatus(order, { status: 'In progress', remains: '30' })
  const { wait } = await oneRow<{ wait: number }>(
    db(),
    'SELECT extract(epoch FROM next_poll_at - now())::float8 AS wait FROM provider_attempts WHERE order_id = $1',
    [order.orderId],
  )
  // On a busy machine, some of the wait may be over already.
  expect(wait).toBeGreaterThan(seconds - 10)
  expect(wait).toBeLessThan(seconds + 2)
})

test('a hundred are asked in one request, and 203 in three', async () => {
  const { id } = await makeMember({ points: 10_000 })
  const some = Array.from({ length: 203 }, (_, at) => `https://www.instagram.com/many/${at}`)
  await Promise.all(some.map((link) => makeOrder({ memberId: id, serviceId, link, amount: 1 })))
  while ((await sendWaitingOrders({ maxOrders: 64 })) > 0);
  for (const link of some) statusByLink.set(link, { status: 'Completed', remains: '0' })
  await db().rows(
    "UPDATE provider_attempts SET next_poll_at = now() - interval '1 second' WHERE next_poll_at IS NOT NULL",
  )
  const before = statusRequests
  expect([await pollOrders(db()), await pollOrders(db()), await pollOrders(db())]).toEqual([100, 100, 3])
  expect(statusRequests - before).toBe(3)
  const left = await db().rows(`SELECT 1 FROM orders WHERE member_id = $1 AND status <> ${orderStatus.COMPLETED}`, [id])
  expect(left).toEqual([])
})

test('a balance is written down, and staff are told while it is lower than they want', async () => {
  const tasks = () => db().rows("SELECT kind, detail ->> 'balance' AS balance FROM tasks WHERE resolved_at IS NULL")
  const ask = () => db().rows("UPDATE providers SET next_balance_at = now() - interval '1 second' WHERE enabled")
  await db().rows('UPDATE providers SET alert_below = 2000000 WHERE enabled')
  expect(await pollBalances(db())).toBe(1)
  expect(await pollBalances(db())).toBe(0)
  expect(await tasks()).toEqual([{ kind: 'PROVIDER_BALANCE', balance: '1000000.00000' }])
  await db().rows('UPDATE providers SET alert_below = 5 WHERE enabled')
  await ask()
  await pollBalances(db())
  expect(await tasks()).toEqual([])
  fakeProvider.options.balance = { balance: '-3.00', currency: 'KRW' }
  await db().rows('UPDATE providers SET alert_below = 0 WHERE enabled')
  await ask()
  await pollBalances(db())
  expect(await tasks()).toEqual([])
  await db().rows('UPDATE providers SET alert_below = 5 WHERE enabled')
  await ask()
  await pollBalances(db())
  expect(await tasks()).toEqual([{ kind: 'PROVIDER_BALANCE', balance: '-3.00000' }])
})
