import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import type { FakeFault } from '../testing/fake-provider-orders.ts'
import {
  type DeliveryOutcome,
  makeDeliveredService,
  makeProvider,
  readDeliveryOutcome,
  sendWaitingOrders,
} from '../testing/providers.ts'
import { claimOrders } from './claim-orders.ts'
import { finishAttempt } from './finish-attempt.ts'
import { giveUpAttempts } from './send-order.ts'

let fakeProvider: FakeProvider
let memberId: number
const faultByLink = new Map<string, FakeFault>()
let linkCount = 0

beforeAll(async () => {
  fakeProvider = await startFakeProvider({ fault: (link) => faultByLink.get(link) })
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  memberId = (await makeMember({ points: 10_000 })).id
  await db().rows('UPDATE providers SET enabled = false')
})
afterEach(() => expectBooksBalance())

/** Creates an unsent order; `wrong` is the fault that the stand-in provider will simulate for it. */
async function makeOrderFailing(serviceId: number, wrong?: FakeFault): Promise<number> {
  const link = `https://www.instagram.com/p/${++linkCount}`
  if (wrong) faultByLink.set(link, wrong)
  return makeOrder({ memberId, serviceId, link, amount: 30 })
}

const makeFakedProvider = () => makeProvider(fakeProvider)

async function sendFailing(wrong?: FakeFault): Promise<DeliveryOutcome & { orderId: number }> {
  const orderId = await makeOrderFailing(await makeDeliveredService([await makeFakedProvider()]), wrong)
  expect(await sendWaitingOrders(wrong?.startsWith('silent') ? { timeout: SHORT_TIMEOUT_MS } : {})).toBe(1)
  return { orderId, ...(await readDeliveryOutcome(orderId)) }
}

/** Sends an order to which the stand-in provider responds with the id of an earlier order. */
async function sendWithEarlierId(): ReturnType<typeof sendFailing> {
  const serviceId = await makeDeliveredService([await makeFakedProvider()])
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  const orderId = await makeOrderFailing(serviceId, 'twice')
  await sendWaitingOrders()
  return { orderId, ...(await readDeliveryOutcome(orderId)) }
}

test('an order is sent once, in the words of API v2, and waits for its progress', async () => {
  const { orderId, ...delivery } = await sendFailing()
  expect(delivery).toMatchObject({ status: 0, sent: true, outcomes: ['SENT'], tasks: [], notes: [] })
  expect(fakeProvider.taken.at(-1)).toMatchObject({
    service: '1',
    quantity: 30,
    link: `https://www.instagram.com/p/${linkCount}`,
  })
  expect(await sendWaitingOrders()).toBe(0)
  await expect(cancelOrder(db(), memberActor(memberId), { orderId })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an id in a text is an id, and JSON is a dialect', async () => {
  expect(await sendFailing('textId')).toMatchObject({ outcomes: ['SENT'] })
  const orderId = await makeOrderFailing(
    await makeDeliveredService([await makeProvider({ ...fakeProvider, dialect: 'JSON' })]),
  )
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['SENT'] })
})

test.each(['silent', 'cut', '5xx', 'html', 'twice', 'silentUntaken', 'cutUntaken'] as const)(
  'what became of it is unknown after %s: not refunded, not sent again, told to staff and shown',
  async (wrong) => {
    const { orderId, ...delivery } = await (wrong === 'twice' ? sendWithEarlierId() : sendFailing(wrong))
    const unknown = { status: 0, sent: true, outcomes: ['UNKNOWN'], tasks: ['DELIVERY_UNKNOWN'], notes: ['확인 중'] }
    expect(delivery).toMatchObject(unknown)
    await db().rows('UPDATE providers SET paused_until = NULL')
    expect(await sendWaitingOrders()).toBe(0)
    const [task] = await db().rows(
      "SELECT due_at - now() BETWEEN interval '23 hours' AND interval '24 hours' AS due FROM tasks WHERE ref_id = $1",
      [orderId],
    )
    expect(task).toEqual({ due: true })
  },
)

test('refused for good means cancelled with all of it back', async () => {
  const delivery = await sendFailing('badLink')
  expect(delivery).toMatchObject({ status: 5, outcomes: ['REFUSED'], tasks: [] })
  const [{ point } = { point: 0n }] = await db().rows<{ point: bigint }>(
    'SELECT point FROM balances WHERE member_id = $1',
    [memberId],
  )
  expect(point).toBe(1_000_000n)
})

test('without funds there it waits, its member may take it back, and staff are told once', async () => {
  await ownerDatabase().rows('DELETE FROM tasks')
  const serviceId = await makeDeliveredService([await makeFakedProvider()])
  const orderIds = [await makeOrderFailing(serviceId, 'funds'), await makeOrderFailing(serviceId, 'funds')]
  expect(await sendWaitingOrders()).toBe(2)
  for (const orderId of orderIds)
    expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: 0, sent: false, outcomes: ['NO_FUNDS'] })
  expect(await db().rows('SELECT kind FROM tasks WHERE resolved_at IS NULL')).toEqual([{ kind: 'PROVIDER_FUNDS' }])
  expect(await sendWaitingOrders()).toBe(0)
  expect(await cancelOrder(db(), memberActor(memberId), { orderId: orderIds[0] ?? 0 })).toMatchObject({ to: 5 })
  faultByLink.clear()
  await db().rows("UPDATE providers SET no_funds_until = now() - interval '1 second'")
  await db().rows("UPDATE provider_attempts SET retry_at = now() - interval '1 second'")
  expect(await sendWaitingOrders()).toBe(1)
  expect(await readDeliveryOutcome(orderIds[1] ?? 0)).toMatchObject({ outcomes: ['NO_FUNDS', 'SENT'] })
  expect(await db().rows('SELECT kind FROM tasks WHERE resolved_at IS NULL')).toEqual([])
})

test('an order that costs more than the shop has there stops no other: its provider has just taken one', async () => {
  const serviceId = await makeDeliveredService([await makeFakedProvider()])
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  const large = await makeOrderFailing(serviceId, 'funds')
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(large)).toMatchObject({ sent: false, outcomes: ['NO_FUNDS'] })
  const small = await makeOrderFailing(serviceId)
  expect(await sendWaitingOrders()).toBe(1)
  expect(await readDeliveryOutcome(small)).toMatchObject({ outcomes: ['SENT'] })
  await db().rows(`UPDATE provider_attempts SET finished_at = finished_at - interval '1 minute',
    retry_at = retry_at - interval '5 minutes'`)
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(large)).toMatchObject({ sent: false, outcomes: ['NO_FUNDS', 'NO_FUNDS'] })
  await makeOrderFailing(serviceId)
  expect(await sendWaitingOrders()).toBe(0)
})

const fundsTasks = (providerId: number) =>
  db().rows("SELECT FROM tasks WHERE kind = 'PROVIDER_FUNDS' AND ref_id = $1 AND resolved_at IS NULL", [providerId])

test('the task about funds ends with the first order taken after the last one that lacked them, not before', async () => {
  const providerId = await makeFakedProvider()
  const serviceId = await makeDeliveredService([providerId])
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  const large = await makeOrderFailing(serviceId, 'funds')
  await sendWaitingOrders()
  expect(await fundsTasks(providerId)).toHaveLength(1)
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  expect(await fundsTasks(providerId)).toHaveLength(1)
  faultByLink.clear()
  await db().rows("UPDATE provider_attempts SET retry_at = now() - interval '1 second' WHERE order_id = $1", [large])
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(large)).toMatchObject({ outcomes: ['NO_FUNDS', 'SENT'] })
  expect(await fundsTasks(providerId)).toEqual([])
})

test('the task about funds ends after its order was cancelled, and stays while the order is tried again', async () => {
  const providerId = await makeFakedProvider()
  const serviceId = await makeDeliveredService([providerId])
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  const large = await makeOrderFailing(serviceId, 'funds')
  await sendWaitingOrders()
  await db().rows("UPDATE provider_attempts SET retry_at = now() - interval '1 second' WHERE order_id = $1", [large])
  const [retried] = await claimOrders(db(), { providerId, maxOrders: 1, delay: 0 })
  await makeOrderFailing(serviceId)
  expect(await sendWaitingOrders()).toBe(1)
  expect(await fundsTasks(providerId)).toHaveLength(1)
  const sending = { outcome: 'NO_FUNDS', error: 'Not enough funds', retryIn: 300 } as const
  await finishAttempt(db(), { attemptId: retried?.attemptId ?? 0, orderId: large, providerId }, sending)
  await cancelOrder(db(), memberActor(memberId), { orderId: large })
  await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  expect(await fundsTasks(providerId)).toEqual([])
})

test.each(['active', '429', 'riddle'] as const)('%s leaves it waiting, to be tried again later', async (wrong) => {
  const { orderId, ...delivery } = await sendFailing(wrong)
  expect(delivery).toMatchObject({ status: 0, sent: false, outcomes: ['UNSENT'] })
  expect(delivery.tasks).toEqual(wrong === 'riddle' ? ['DELIVERY_REFUSED'] : [])
  expect(await sendWaitingOrders()).toBe(0)
  faultByLink.clear()
  await db().rows("UPDATE provider_attempts SET retry_at = now() - interval '1 second'")
  expect(await sendWaitingOrders()).toBe(1)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['UNSENT', 'SENT'], tasks: [] })
})

test('the next provider gets what the first surely did not take, and never what it may have taken', async () => {
  const closed = await startFakeProvider()
  await closed.stop()
  const serviceId = await makeDeliveredService([await makeProvider(closed), await makeFakedProvider()])
  const unreachable = await makeOrderFailing(serviceId)
  await sendWaitingOrders()
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(unreachable)).toMatchObject({ status: 0, outcomes: ['UNSENT', 'SENT'] })
  expect(fakeProvider.taken.at(-1)).toMatchObject({ service: '2' })
  const both = await makeDeliveredService([await makeFakedProvider(), await makeProvider(fakeProvider)])
  const doubtful = await makeOrderFailing(both, 'silent')
  await sendWaitingOrders({ timeout: SHORT_TIMEOUT_MS })
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(doubtful)).toMatchObject({ outcomes: ['UNKNOWN'] })
  const refused = await makeOrderFailing(both, 'badLink')
  await sendWaitingOrders()
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(refused)).toMatchObject({ status: 5, outcomes: ['REFUSED', 'REFUSED'] })
})

test('what a killed process had in the air is unknown, and no other process sends it', async () => {
  const orderId = await makeOrderFailing(await makeDeliveredService([await makeFakedProvider()]))
  const [{ id } = { id: 0 }] = await db().rows<{ id: number }>('SELECT max(id)::int AS id FROM providers')
  expect(await claimOrders(db(), { providerId: id, maxOrders: 9, delay: 0 })).toHaveLength(1)
  expect(await sendWaitingOrders()).toBe(0)
  expect(await giveUpAttempts(db())).toBe(0)
  await db().rows("UPDATE provider_attempts SET started_at = now() - interval '121 seconds' WHERE order_id = $1", [
    orderId,
  ])
  expect(await giveUpAttempts(db())).toBe(1)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({
    status: 0,
    outcomes: ['UNKNOWN'],
    tasks: ['DELIVERY_UNKNOWN'],
  })
  expect(await sendWaitingOrders()).toBe(0)
})

test('several workers at once send each order once', async () => {
  const serviceId = await makeDeliveredService([await makeFakedProvider()])
  const before = fakeProvider.taken.length
  for (let at = 0; at < 40; at++) await makeOrderFailing(serviceId)
  const counts = await Promise.all([sendWaitingOrders(), sendWaitingOrders(), sendWaitingOrders(), sendWaitingOrders()])
  while ((await sendWaitingOrders()) > 0) counts.push(0)
  const links = fakeProvider.taken.slice(before).map(({ link }) => link)
  expect(links).toHaveLength(40)
  expect(new Set(links).size).toBe(40)
})

test('a provider gets no more at once, and no more a minute, than it can bear', async () => {
  const slow = await makeProvider({ ...fakeProvider, maxInFlight: 2 })
  const serviceId = await makeDeliveredService([slow])
  for (let at = 0; at < 5; at++) await makeOrderFailing(serviceId)
  expect(await sendWaitingOrders()).toBe(2)
  const setLatest = (outcome: string | null) =>
    db().rows(
      'UPDATE provider_attempts SET outcome = $2 WHERE id = (SELECT max(id) FROM provider_attempts WHERE provider_id = $1)',
      [slow, outcome],
    )
  await setLatest(null)
  expect(await sendWaitingOrders()).toBe(1)
  await setLatest('SENT')
  await db().rows('UPDATE providers SET per_minute = 1 WHERE id = $1', [slow])
  expect(await sendWaitingOrders()).toBe(1)
  expect(await sendWaitingOrders()).toBe(0)
  await db().rows("UPDATE providers SET next_send_at = now() - interval '5 milliseconds' WHERE id = $1", [slow])
  expect(await sendWaitingOrders()).toBe(1)
})

test('an order keeps to the delay, and one taken back meanwhile is not sent', async () => {
  const serviceId = await makeDeliveredService([await makeFakedProvider()])
  const orderId = await makeOrderFailing(serviceId)
  expect(await sendWaitingOrders({ delay: 60 })).toBe(0)
  await cancelOrder(db(), memberActor(memberId), { orderId })
  expect(await sendWaitingOrders()).toBe(0)
})
