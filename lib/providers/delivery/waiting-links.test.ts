import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { makeDeliveredService, makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'

// Some providers take only one order at a time on a link and refuse others with "You have active order with this link".
// The refused orders wait, and are sent when the running order has ended (docs/contract.md#one-order-at-a-time).
let fakeProvider: FakeProvider
let serviceId: number
/** True while the provider refuses orders because it has another order on their link. */
let refuses = false
let links = 0

beforeAll(async () => {
  fakeProvider = await startFakeProvider({ fault: () => (refuses ? 'active' : undefined) })
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  refuses = false
  await db().rows('UPDATE providers SET enabled = false')
  serviceId = await makeDeliveredService([await makeProvider(fakeProvider)])
})
afterEach(() => expectBooksBalance())

async function orderOn(link: string): Promise<{ orderId: number; memberId: number }> {
  const memberId = (await makeMember({ points: 10_000 })).id
  return { orderId: await makeOrder({ memberId, serviceId, link, amount: 30 }), memberId }
}

/**
 * Makes orders on one link: the first `running` ones are sent, the provider refuses the others, which wait for half an
 * hour.
 */
async function makeWaiting(running: number, waiting: number) {
  const link = `https://www.instagram.com/p/turn${++links}`
  const runs = []
  for (let at = 0; at < running; at++) runs.push((await orderOn(link)).orderId)
  expect(await sendWaitingOrders()).toBe(running)
  refuses = true
  const waits = []
  for (let at = 0; at < waiting; at++) waits.push(await orderOn(link))
  expect(await sendWaitingOrders()).toBe(waiting)
  expect(await sendWaitingOrders()).toBe(0)
  refuses = false
  return { runs, waits }
}

const end = (orderId: number | undefined, status: OrderStatus = orderStatus.COMPLETED) =>
  transitionOrder(db(), worker, { orderId: orderId ?? 0, status, remains: 0, startCount: null, reason: '' })

const outcomesOf = async (waits: readonly { orderId: number }[]) =>
  Promise.all(waits.map(async ({ orderId }) => (await readDeliveryOutcome(orderId)).outcomes))

test('an order that waits for its link is sent when the other one has ended, not before', async () => {
  const { runs, waits } = await makeWaiting(1, 1)
  expect(await outcomesOf(waits)).toEqual([['UNSENT']])
  await transitionOrder(db(), worker, {
    ...{ orderId: runs[0] ?? 0, status: orderStatus.INPROGRESS },
    ...{ remains: 9, startCount: 1_000, reason: '' },
  })
  expect(await sendWaitingOrders()).toBe(0)
  await end(runs[0])
  expect(await sendWaitingOrders()).toBe(1)
  expect(await outcomesOf(waits)).toEqual([['UNSENT', 'SENT']])
})

test.each([orderStatus.PARTIAL, orderStatus.CANCELED])('an end in state %i frees the link too', async (status) => {
  const { runs, waits } = await makeWaiting(1, 1)
  await end(runs[0], status)
  expect(await sendWaitingOrders()).toBe(1)
  expect(await outcomesOf(waits)).toEqual([['UNSENT', 'SENT']])
})

test('an order of another link goes on waiting', async () => {
  const { waits } = await makeWaiting(1, 1)
  const { runs: others } = await makeWaiting(1, 0)
  await end(others[0])
  expect(await sendWaitingOrders()).toBe(0)
  expect(await outcomesOf(waits)).toEqual([['UNSENT']])
})

test('of two orders that wait for a link the older one starts, the other one when that has ended', async () => {
  const { runs, waits } = await makeWaiting(1, 2)
  await end(runs[0])
  expect(await sendWaitingOrders()).toBe(1)
  expect(await sendWaitingOrders()).toBe(0)
  expect(await outcomesOf(waits)).toEqual([['UNSENT', 'SENT'], ['UNSENT']])
  await end(waits[0]?.orderId)
  expect(await sendWaitingOrders()).toBe(1)
  expect(await outcomesOf(waits)).toEqual([
    ['UNSENT', 'SENT'],
    ['UNSENT', 'SENT'],
  ])
})

test('two orders of a link that end at once wake one of those that wait', async () => {
  const { runs, waits } = await makeWaiting(2, 2)
  await Promise.all(runs.map((orderId) => end(orderId)))
  expect(await sendWaitingOrders()).toBe(1)
  expect(await sendWaitingOrders()).toBe(0)
  expect(await outcomesOf(waits)).toEqual([['UNSENT', 'SENT'], ['UNSENT']])
})

test('an order that its member takes back while it waits gives its turn to the next one', async () => {
  const { runs, waits } = await makeWaiting(1, 2)
  await end(runs[0])
  const [first] = waits
  await cancelOrder(db(), memberActor(first?.memberId ?? 0), { orderId: first?.orderId ?? 0 })
  expect(await sendWaitingOrders()).toBe(1)
  expect(await outcomesOf(waits)).toEqual([['UNSENT'], ['UNSENT', 'SENT']])
})

test('each provider has turns of its own: an order that waits at another one starts too', async () => {
  const { runs, waits } = await makeWaiting(1, 1)
  const link = `https://www.instagram.com/p/turn${links}`
  serviceId = await makeDeliveredService([await makeProvider(fakeProvider)])
  refuses = true
  const elsewhere = await orderOn(link)
  expect(await sendWaitingOrders()).toBe(1)
  refuses = false
  await end(runs[0])
  expect(await sendWaitingOrders()).toBe(2)
  expect(await outcomesOf([...waits, elsewhere])).toEqual([
    ['UNSENT', 'SENT'],
    ['UNSENT', 'SENT'],
  ])
})
