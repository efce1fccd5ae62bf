import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import type { FakeFault } from '#lib/providers/testing/fake-provider-orders.ts'
import {
  makeDeliveredService,
  makeProvider,
  readDeliveryOutcome,
  sendWaitingOrders,
} from '#lib/providers/testing/providers.ts'
import { dropTasks, fileTask } from '../file-task.ts'
import { tasksForStaff } from './queries.ts'
import { resolveTask } from './resolve-task.ts'
import type { TaskResolutionInput } from './schema.ts'

let fakeProvider: FakeProvider
let memberId: number
let staffId: number
let serviceId: number
let nextFault: FakeFault | undefined
let linkCount = 0
const statusByLink = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  fakeProvider = await startFakeProvider({
    fault: () => nextFault,
    answerOf: ({ link }) => statusByLink.get(link),
  })
  staffId = (await makeMember({ role: 'MANAGER' })).id
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  nextFault = undefined
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows('UPDATE provider_attempts SET next_poll_at = NULL')
  await ownerDatabase().rows('DELETE FROM tasks')
  memberId = (await makeMember({ points: 10_000 })).id
  serviceId = await makeDeliveredService([await makeProvider(fakeProvider)])
})
afterEach(() => expectBooksBalance())

type SentOrder = { orderId: number; link: string }

async function makeSentOrder(fault?: FakeFault): Promise<SentOrder> {
  nextFault = fault
  const link = `https://www.instagram.com/p/${++linkCount}`
  const orderId = await makeOrder({ memberId, serviceId, link, amount: 30 })
  await sendWaitingOrders(fault?.startsWith('silent') ? { timeout: SHORT_TIMEOUT_MS } : {})
  nextFault = undefined
  return { orderId, link }
}

async function pollWithStatus({ orderId, link }: SentOrder, answer: Record<string, unknown>) {
  statusByLink.set(link, answer)
  await db().rows("UPDATE provider_attempts SET next_poll_at = 'epoch' WHERE order_id = $1", [orderId])
  await pollOrders(db())
  return readDeliveryOutcome(orderId)
}

const openTaskId = async () => (await oneRow<{ id: number }>(db(), 'SELECT id FROM tasks WHERE resolved_at IS NULL')).id

async function resolveOpenTask(
  input: Partial<TaskResolutionInput> & Pick<TaskResolutionInput, 'action'>,
  taskId?: number,
) {
  const asked = { providerOrderId: '', reason: '', ...input }
  return resolveTask(
    db(),
    { ...someStaff, memberId: staffId },
    { taskId: taskId ?? (await openTaskId()), input: asked },
  )
}

const ordersAccepted = (link: string) => fakeProvider.taken.filter((order) => order.link === link)

test('"not sent" is the only thing that sends an order of unknown outcome again', async () => {
  const { orderId, link } = await makeSentOrder('silentUntaken')
  expect(await sendWaitingOrders()).toBe(0)
  await resolveOpenTask({ action: 'not-sent' })
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ sent: false, tasks: [], outcomes: ['UNSENT'] })
  expect(await sendWaitingOrders()).toBe(1)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: 0, outcomes: ['UNSENT', 'SENT'] })
  expect(ordersAccepted(link)).toHaveLength(1)
})

test('"sent" with the provider’s id has the order followed from there', async () => {
  const order = await makeSentOrder('silent')
  await expect(resolveOpenTask({ action: 'sent' })).rejects.toMatchObject({
    message: '공급사 주문번호를 입력해 주세요.',
  })
  await resolveOpenTask({ action: 'sent', providerOrderId: String(ordersAccepted(order.link)[0]?.id) })
  expect(await pollWithStatus(order, { status: 'Completed', remains: 0 })).toMatchObject({
    status: 2,
    outcomes: ['SENT'],
    tasks: [],
  })
  expect(ordersAccepted(order.link)).toHaveLength(1)
})

test.each(['#12345', '12,345', '12345 67890', '주문 12345', '-5', '0', 'https://panel.example/orders/5'])(
  '%s is no id of a provider: refused, and the task stays',
  async (providerOrderId) => {
    const { orderId } = await makeSentOrder('silent')
    await expect(resolveOpenTask({ action: 'sent', providerOrderId })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: '공급사 주문번호가 아니에요. 영문, 숫자, - _ .만 쓸 수 있고, 0이거나 -로 시작할 수 없어요.',
    })
    expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['UNKNOWN'], tasks: ['DELIVERY_UNKNOWN'] })
  },
)

test('the id of another order is refused, and the task stays', async () => {
  const first = await makeSentOrder()
  await makeSentOrder('silent')
  const providerOrderId = String(ordersAccepted(first.link)[0]?.id)
  await expect(resolveOpenTask({ action: 'sent', providerOrderId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '이미 다른 주문에 쓰인 공급사 주문번호예요.',
  })
  expect(await openTaskId()).toBeGreaterThan(0)
})

test('of two who answer one task at once, one does', async () => {
  const { orderId, link } = await makeSentOrder('cutUntaken')
  const taskId = await openTaskId()
  const answers = await Promise.allSettled([
    resolveOpenTask({ action: 'not-sent' }, taskId),
    resolveOpenTask({ action: 'sent', providerOrderId: `found-${orderId}` }, taskId),
    resolveOpenTask({ action: 'not-sent' }, taskId),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await sendWaitingOrders()
  expect(ordersAccepted(link).length).toBeLessThanOrEqual(1)
  await expect(resolveOpenTask({ action: 'not-sent' }, taskId)).rejects.toMatchObject({
    message: '이미 처리된 할 일이에요.',
  })
})

test('an order of unknown outcome is not put aside while it is open', async () => {
  await makeSentOrder('html')
  await expect(resolveOpenTask({ action: 'done' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '주문이 끝나지 않았어요. 주문을 먼저 처리해 주세요.',
  })
  await expect(resolveOpenTask({ action: 'apply' })).rejects.toMatchObject({
    message: '이 할 일에는 쓸 수 없는 처리예요.',
  })
})

test('what was refused without a clear reason is tried again, or cancelled with all of it back', async () => {
  const tried = await makeSentOrder('riddle')
  await resolveOpenTask({ action: 'retry' })
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(tried.orderId)).toMatchObject({ outcomes: ['UNSENT', 'SENT'] })
  const canceled = await makeSentOrder('riddle')
  await resolveOpenTask({ action: 'cancel', reason: '공급사 거절' })
  expect(await readDeliveryOutcome(canceled.orderId)).toMatchObject({ status: 5, tasks: [] })
})

test('a late change counts when staff let it, once, with exactly the refund it promised', async () => {
  const order = await makeSentOrder()
  await pollWithStatus(order, { status: 'Completed', remains: 0 })
  await pollWithStatus(order, { status: 'Partial', remains: '10' })
  const taskId = await openTaskId()
  const row = async () => (await tasksForStaff(db(), { q: String(order.orderId), size: 1 })).rows[0]
  expect(await row()).toMatchObject({ kind: 'DELIVERY_LATE', refund: 10, orderStatus: 2, actions: ['apply', 'done'] })
  await resolveOpenTask({ action: 'apply', reason: '공급사 확인' })
  expect(await row()).toMatchObject({ action: 'apply', note: '공급사 확인', refund: null, actions: [] })
  await expect(resolveOpenTask({ action: 'apply' }, taskId)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await readDeliveryOutcome(order.orderId)).toMatchObject({ status: 3, remains: 10, tasks: [] })
  const { refunded } = await oneRow<{ refunded: bigint }>(db(), 'SELECT refunded FROM orders WHERE id = $1', [
    order.orderId,
  ])
  expect(refunded).toBe(1_000n)
})

test('a late change waits while the provider refills the order: nothing is given back by itself, nor by staff', async () => {
  const order = await makeSentOrder()
  await pollWithStatus(order, { status: 'Completed', remains: 0 })
  const { orderId } = order
  await db().rows(
    `INSERT INTO order_requests (order_id, member_id, kind, state, source, provider_id, sent_at)
     SELECT $1, $2, 'REFILL', 'SENT', 'WEB', provider_id, now() FROM provider_attempts WHERE order_id = $1`,
    [orderId, memberId],
  )
  expect(await pollWithStatus(order, { status: 'Partial', remains: '10' })).toMatchObject({ status: 2 })
  await expect(resolveOpenTask({ action: 'apply' })).rejects.toMatchObject({
    message: '공급사가 리필하고 있는 주문이에요. 리필이 끝난 뒤에 포인트를 돌려주세요.',
  })
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: 2, tasks: ['DELIVERY_LATE'] })
  await db().rows("UPDATE order_requests SET state = 'DONE', closed_at = now() WHERE order_id = $1", [orderId])
  await resolveOpenTask({ action: 'apply' })
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: 3, remains: 10 })
})

test('a provider without funds is asked again at once when staff say so, and every answer is in the audit trail', async () => {
  const { orderId } = await makeSentOrder('funds')
  await resolveOpenTask({ action: 'retry' })
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['NO_FUNDS', 'SENT'] })
  const trail = await db().rows('SELECT DISTINCT action FROM audit_entries WHERE actor_id = $1 ORDER BY 1', [staffId])
  expect(trail).toEqual([{ action: 'order.transition' }, { action: 'task.resolve' }])
})

test('the list has open and resolved tasks apart, and offers nothing for a resolved one', async () => {
  const filed = { refType: 'order', detail: {} } as const
  await fileTask(db(), { ...filed, kind: 'ORDER_STUCK', refId: 81 })
  await fileTask(db(), { ...filed, kind: 'ORDER_STUCK', refId: 82 })
  await dropTasks(db(), { kinds: ['ORDER_STUCK'], refType: 'order', refId: 82 })
  const listed = async (status?: 'OPEN' | 'DONE') =>
    (await tasksForStaff(db(), { q: '', size: 10, status })).rows.map(({ refId, actions }) => [refId, actions])
  expect(await listed('OPEN')).toEqual([[81, ['done']]])
  expect(await listed('DONE')).toEqual([[82, []]])
  expect(await listed()).toEqual([
    [82, []],
    [81, ['done']],
  ])
})
