import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { watchOrdersJob } from '#lib/jobs/watch-orders-job.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionByStaff } from '#lib/orders/transition-by-staff.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { listServiceAtPrice } from './testing/list-service-at-price.ts'
import { makeServiceWithFallbacks } from './testing/make-service-with-fallbacks.ts'

// If only routes that cost more than its price are left for an order, staff get a task within minutes. The task stays
// open until the order gets another route, is sent or ends.

let first: FakeProvider
let others: FakeProvider
let memberId: number

beforeAll(async () => {
  first = await startFakeProvider({ fault: (link) => (link.includes('refused') ? 'badLink' : undefined) })
  others = await startFakeProvider()
})
afterAll(() => Promise.all([first.stop(), others.stop()]))
beforeEach(async () => {
  memberId = (await makeMember({ points: 1_000 })).id
  await db().rows('UPDATE providers SET enabled = false')
})
afterEach(() => expectBooksBalance())

const serviceWithFallbacks = (...costs: readonly number[]) => makeServiceWithFallbacks(first, others, costs)

/** Places an order of 60 won. The first provider refuses it if `link` contains `refused`. */
const order = (serviceId: number, link = 'taken') =>
  makeOrder({ memberId, serviceId, link: `https://www.instagram.com/p/${link}/`, amount: 30 })

const switchOff = (providerId: number | undefined, enabled = false) =>
  db().rows('UPDATE providers SET enabled = $2 WHERE id = $1', [providerId, enabled])

async function sendRounds(): Promise<void> {
  for (let round = 0; round < 3; round++) await sendWaitingOrders()
}

/** Makes these orders 15 minutes old and runs the sweep. */
async function sweepAfter(...orderIds: readonly number[]): Promise<void> {
  await db().rows("UPDATE orders SET created_at = now() - interval '15 minutes' WHERE id = ANY ($1::int[])", [orderIds])
  await watchOrdersJob.run(db())
}

const tasksOf = async (orderId: number) => (await readDeliveryOutcome(orderId)).tasks

const detailOf = (orderId: number) =>
  oneRow<{ id: number; detail: Record<string, unknown> }>(
    db(),
    "SELECT id, detail FROM tasks WHERE kind = 'DELIVERY_DEAR' AND ref_id = $1 ORDER BY id DESC LIMIT 1",
    [orderId],
  )

async function resolve(orderId: number, action: 'done' | 'cancel' | 'send-anyway') {
  const staff = { ...someStaff, memberId: (await makeMember({ role: 'MANAGER' })).id }
  const input = { action, providerOrderId: '', reason: '' }
  return resolveTask(db(), staff, { taskId: (await detailOf(orderId)).id, input })
}

test('the task ends when its member cancels the order, or staff move it', async () => {
  const { serviceId } = await serviceWithFallbacks(3)
  const [canceled, moved] = [await order(serviceId, 'refused'), await order(serviceId, 'refused2')]
  await sendRounds()
  expect([await tasksOf(canceled), await tasksOf(moved)]).toEqual([['DELIVERY_DEAR'], ['DELIVERY_DEAR']])
  await cancelOrder(db(), memberActor(memberId), { orderId: canceled })
  const transition = {
    status: orderStatus.PROCESSING,
    remains: null,
    startCount: null,
    reason: '',
    limits: defaultApprovalLimits,
  }
  await transitionByStaff(db(), someStaff, { orderId: moved, ...transition })
  expect([await tasksOf(canceled), await tasksOf(moved)]).toEqual([[], []])
})

test('one of an order that left PENDING can be marked as done, and the sweep ends it', async () => {
  const { serviceId } = await serviceWithFallbacks(3)
  const orderIds = [await order(serviceId), await order(serviceId)] as const
  for (const refId of orderIds) await fileTask(db(), { kind: 'DELIVERY_DEAR', refType: 'order', refId, detail: {} })
  await expect(resolve(orderIds[0], 'done')).rejects.toMatchObject({ code: 'CONFLICT' })
  await db().rows('UPDATE orders SET status = $2 WHERE id = ANY ($1::int[])', [orderIds, orderStatus.INPROGRESS])
  await resolve(orderIds[0], 'done')
  await sweepAfter()
  expect(await tasksOf(orderIds[1])).toEqual([])
})

test('the first provider is switched off and the fallback is dearer than the price', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await switchOff(providers[0])
  const [waiting, young] = [await order(serviceId), await order(serviceId)]
  await sendRounds()
  await sweepAfter(waiting)
  await sweepAfter(waiting)
  expect([await tasksOf(waiting), await tasksOf(young)]).toEqual([['DELIVERY_DEAR'], []])
  expect((await detailOf(waiting)).detail).toEqual({ providerId: providers[1], price: 60, cost: 90 })
  await listServiceAtPrice(providers[1] ?? 0, '2', 4_000)
  await sweepAfter()
  expect((await detailOf(waiting)).detail).toEqual({ providerId: providers[1], price: 60, cost: 120 })
  await switchOff(providers[0], true)
  await sweepAfter(young)
  expect([await tasksOf(waiting), await tasksOf(young)]).toEqual([[], []])
})

test('the first provider lists its service with another type', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await listServiceAtPrice(providers[0] ?? 0, '1', 1_000, 'Package')
  const orderId = await order(serviceId)
  await sendRounds()
  await sweepAfter(orderId)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: [], tasks: ['DELIVERY_DEAR'] })
})

test('what nobody tried to send yet is sent when staff let it, by a route that takes its type', async () => {
  const [off, otherType] = [await serviceWithFallbacks(3), await serviceWithFallbacks(3)]
  await switchOff(off.providers[0])
  await listServiceAtPrice(otherType.providers[0] ?? 0, '1', 1_000, 'Package')
  const orderIds = [await order(off.serviceId), await order(otherType.serviceId)]
  await sendRounds()
  await sweepAfter(...orderIds)
  for (const orderId of orderIds) {
    expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: [], tasks: ['DELIVERY_DEAR'] })
    await resolve(orderId, 'send-anyway')
  }
  await sendRounds()
  for (const orderId of orderIds)
    expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['SENT'], tasks: [] })
})

test('the first one refuses, the next is switched off, the last is dearer: staff are told at once', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(2, 3)
  await switchOff(providers[1])
  const orderId = await order(serviceId, 'refused')
  await sendRounds()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['REFUSED'], tasks: ['DELIVERY_DEAR'] })
  expect((await detailOf(orderId)).detail).toMatchObject({ providerId: providers[2] })
})

test('a route that was to be tried again becomes dearer meanwhile', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(2)
  await db().rows("UPDATE providers SET no_funds_until = now() + interval '1 hour' WHERE id = $1", [providers[1]])
  const orderId = await order(serviceId, 'refused')
  await sendRounds()
  await sweepAfter(orderId)
  expect(await tasksOf(orderId)).toEqual([])
  await listServiceAtPrice(providers[1] ?? 0, '2', 3_000)
  await sweepAfter(orderId)
  expect(await tasksOf(orderId)).toEqual(['DELIVERY_DEAR'])
})

test('a first provider that is only down, paused or without funds is waited for', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await db().rows("UPDATE providers SET paused_until = now() + interval '1 hour', failures = 9 WHERE id = $1", [
    providers[0],
  ])
  const orderId = await order(serviceId)
  await sendRounds()
  await sweepAfter(orderId)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: [], tasks: [] })
})

test('a sweep files no second task beside another open one', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await switchOff(providers[0])
  const orderId = await order(serviceId)
  await fileTask(db(), { kind: 'ORDER_STUCK', refType: 'order', refId: orderId, detail: {} })
  await sweepAfter(orderId)
  expect(await tasksOf(orderId)).toEqual(['ORDER_STUCK'])
})
