import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { claimOrders } from '#lib/providers/delivery/claim-orders.ts'
import { finishAttempt as finishSending } from '#lib/providers/delivery/finish-attempt.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { type FakeProvider, type FakeProviderOptions, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { makeDeliveredService, makeProvider, sendWaitingOrders } from '#lib/providers/testing/providers.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { cancelOrRequest } from './cancel-or-request.ts'
import { answerRequest } from './close-request.ts'
import { createRequest } from './create-request.ts'
import { fileTasksOfWaitingRequests } from './file-tasks-of-waiting-requests.ts'
import { finishRequestAttempt } from './finish-request-attempt.ts'
import type { RequestKind } from './labels.ts'
import { pollRefills } from './poll-refills.ts'
import { refillStatesOf, requestsOfOrder } from './queries/list-for-member.ts'
import { markAbandonedAttempts, sendRequests } from './send-requests.ts'
import { makeRequest, readRequestOutcome } from './testing/requests.ts'

let fakeProvider: FakeProvider
let memberId: number
let providerId: number
let serviceId: number

beforeAll(async () => {
  fakeProvider = await startFakeProvider({ pace: 0 })
})
afterAll(() => fakeProvider.stop())

beforeEach(async () => {
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows("UPDATE order_requests SET state = 'DONE', closed_at = now() WHERE closed_at IS NULL")
  Object.assign(fakeProvider.options, cleanOptions)
  fakeProvider.requests.length = 0
  memberId = (await makeMember({ points: 10_000 })).id
  providerId = await makeProvider(fakeProvider)
  serviceId = await makeDeliveredService([providerId], db(), { refillDays: 30, canCancel: true })
})
afterEach(() => expectBooksBalance())

const cleanOptions: FakeProviderOptions = {
  pace: 0,
  requestAnswer: undefined,
  refillStateOf: undefined,
  singlesOnly: false,
} as unknown as FakeProviderOptions

let links = 0

/** Places an order of 30 units and sends it to the provider. The provider completes it, unless `pace` is high. */
async function makeSentOrder(): Promise<number> {
  const link = `https://www.instagram.com/p/request${++links}`
  const orderId = await makeOrder({ memberId, serviceId, link, amount: 30 })
  await sendWaitingOrders()
  return orderId
}

async function poll(orderId: number): Promise<number> {
  await db().rows("UPDATE provider_attempts SET next_poll_at = now() - interval '1 second' WHERE order_id = $1", [
    orderId,
  ])
  await pollOrders(db())
  return (await oneRow<{ status: number }>(db(), 'SELECT status FROM orders WHERE id = $1', [orderId])).status
}

async function completedOrder(): Promise<number> {
  const orderId = await makeSentOrder()
  expect(await poll(orderId)).toBe(orderStatus.COMPLETED)
  return orderId
}

async function runningOrder(): Promise<number> {
  fakeProvider.options.pace = 1_000
  const orderId = await makeSentOrder()
  await transitionOrder(db(), worker, { orderId, status: 1, remains: null, startCount: 5, reason: '' })
  return orderId
}

const ask = async (orderId: number, kind: RequestKind) =>
  (await createRequest(db(), memberActor(memberId), { orderId, kind, source: 'WEB' })).id

const send = async () => {
  await db().rows("UPDATE request_attempts SET retry_at = 'epoch' WHERE outcome = 'UNSENT'")
  await Promise.all(await sendRequests(db(), { timeout: 1_500 }))
}

async function follow(): Promise<void> {
  await db().rows("UPDATE order_requests SET next_poll_at = 'epoch' WHERE state = 'SENT'")
  await pollRefills(db())
}

const notesOf = async (orderId: number) =>
  (
    await db().rows<{ reason: string }>(
      'SELECT reason FROM order_events WHERE order_id = $1 AND from_status = to_status ORDER BY id',
      [orderId],
    )
  ).map(({ reason }) => reason)

test('a refill is requested, sent, polled and noted in the order’s timeline, without a task for staff', async () => {
  const orderId = await completedOrder()
  const id = await ask(orderId, 'REFILL')
  await send()
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'SENT', outcomes: ['SENT'], tasks: [], providerId })
  await follow()
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'DONE', tasks: [] })
  expect(await notesOf(orderId)).toEqual(['리필을 요청했어요.', '리필을 시작했어요.', '리필이 완료됐어요.'])
  expect(fakeProvider.requests.map(({ action }) => action)).toEqual(['refill'])
  expect(await requestsOfOrder(db(), memberId, orderId)).toMatchObject({
    baseline: 1_030,
    offers: [{ kind: 'REFILL', allowed: false, why: 'TODAY' }, { why: 'ENDED' }, { why: 'ENDED' }],
    requests: [{ id, state: 'DONE' }],
  })
})

test('ten presses at once make one request, and several workers send it once', async () => {
  const orderId = await completedOrder()
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => ask(orderId, 'REFILL')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all([send(), send(), send()])
  expect(fakeProvider.requests).toHaveLength(1)
})

test('another member’s order is not found', async () => {
  const orderId = await completedOrder()
  const thief = memberActor((await makeMember()).id)
  const asked = { orderId, kind: 'REFILL', source: 'WEB' } as const
  await expect(createRequest(db(), thief, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(cancelOrRequest(db(), thief, { orderId, source: 'WEB' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  [{ error: 'Refill period expired' }, { state: 'REFUSED', reason: '리필 기간이 지났어요.', tasks: [] }],
  [{ error: 'Refill is not available' }, { state: 'ASKED', providerId: null, tasks: ['REQUEST'] }],
  [{ error: 'What?' }, { state: 'ASKED', providerId: null, tasks: ['REQUEST'] }],
])('a provider that answers %j: %j', async (answer, end) => {
  const id = await ask(await completedOrder(), 'REFILL')
  fakeProvider.options.requestAnswer = () => answer
  await send()
  await send()
  expect(await readRequestOutcome(id)).toMatchObject({ ...end, outcomes: ['REFUSED'] })
})

test.each(['silent', 'cut', 'html', '5xx'] as const)(
  'after an answer that got lost (%s) a refill is never sent again by itself, and is a task',
  async (fault) => {
    const id = await ask(await completedOrder(), 'REFILL')
    fakeProvider.options.requestAnswer = () => ({ fault, taken: true })
    await send()
    await send()
    expect(await readRequestOutcome(id)).toMatchObject({
      state: 'ASKED',
      outcomes: ['UNKNOWN'],
      tasks: ['REQUEST_UNKNOWN'],
    })
    expect(fakeProvider.requests).toHaveLength(1)
  },
)

test('a refill whose answer comes after the time-out is not sent again, and goes on once staff found it there', async () => {
  const id = await ask(await completedOrder(), 'REFILL')
  const answer = Promise.withResolvers<void>()
  fakeProvider.options.requestAnswer = () => ({ answersAfter: answer.promise })
  await send()
  answer.resolve()
  await send()
  await follow()
  expect(await readRequestOutcome(id)).toMatchObject({
    state: 'ASKED',
    outcomes: ['UNKNOWN'],
    tasks: ['REQUEST_UNKNOWN'],
  })
  expect(fakeProvider.requests).toHaveLength(1)
  const task = await oneRow<{ id: number }>(
    db(),
    "SELECT id FROM tasks WHERE ref_type = 'request' AND ref_id = $1 AND resolved_at IS NULL",
    [id],
  )
  const providerOrderId = String(fakeProvider.requests[0]?.id)
  await resolveTask(db(), someStaff, { taskId: task.id, input: { action: 'sent', providerOrderId, reason: '' } })
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'SENT', remoteId: providerOrderId, tasks: [] })
  await follow()
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'DONE' })
  expect(fakeProvider.requests).toHaveLength(1)
})

test('a sending whose worker was killed is given up as unknown, and its late answer settles it', async () => {
  const orderId = await completedOrder()
  const id = await ask(orderId, 'REFILL')
  const { attemptId } = await oneRow<{ attemptId: number }>(
    db(),
    'INSERT INTO request_attempts (request_id, provider_id) VALUES ($1, $2) RETURNING id AS attempt_id',
    [id, providerId],
  )
  await markAbandonedAttempts(db(), -1)
  expect(await readRequestOutcome(id)).toMatchObject({ outcomes: ['UNKNOWN'], tasks: ['REQUEST_UNKNOWN'] })
  const attempt = { attemptId, requestId: id, orderId, kind: 'REFILL', providerId } as const
  expect(await finishRequestAttempt(db(), attempt, { outcome: 'SENT', remoteId: 'late-1' })).toBe(true)
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'SENT', remoteId: 'late-1', tasks: [] })
  expect(await finishRequestAttempt(db(), attempt, { outcome: 'REFUSED', error: '-', reason: 'EXPIRED' })).toBe(false)
})

test('a refill that staff took for not sent, and that the provider accepts after all, is a task: it may come twice', async () => {
  const id = await ask(await completedOrder(), 'REFILL')
  const answer = Promise.withResolvers<void>()
  fakeProvider.options.requestAnswer = () => ({ answersAfter: answer.promise })
  const sends = await sendRequests(db(), { timeout: 60_000 })
  await markAbandonedAttempts(db(), -1)
  const openTask = () =>
    oneRow<{ id: number; detail: object }>(
      db(),
      "SELECT id, detail FROM tasks WHERE ref_type = 'request' AND ref_id = $1 AND resolved_at IS NULL",
      [id],
    )
  const { id: taskId } = await openTask()
  await resolveTask(db(), someStaff, { taskId, input: { action: 'not-sent', providerOrderId: '', reason: '' } })
  answer.resolve()
  await Promise.all(sends)
  expect((await openTask()).detail).toMatchObject({ cause: 'TWICE' })
})

test('a refill id that the provider gives twice isn’t stored for two requests: the second is left to staff', async () => {
  const ids = [await ask(await completedOrder(), 'REFILL'), await ask(await completedOrder(), 'REFILL')]
  await db().rows("UPDATE order_requests SET remote_id = '77' WHERE id = $1", [ids[0]])
  const { attemptId, orderId } = await oneRow<{ attemptId: number; orderId: number }>(
    db(),
    `INSERT INTO request_attempts (request_id, provider_id) VALUES ($1, $2)
     RETURNING id AS attempt_id, (SELECT order_id FROM order_requests WHERE id = $1) AS order_id`,
    [ids[1], providerId],
  )
  const attempt = { attemptId, requestId: ids[1] ?? 0, orderId, kind: 'REFILL', providerId } as const
  await finishRequestAttempt(db(), attempt, { outcome: 'SENT', remoteId: '77' })
  expect(await readRequestOutcome(ids[1] ?? 0)).toMatchObject({ state: 'ASKED', outcomes: ['UNKNOWN'], remoteId: null })
})

test('refills are polled together, or one by one at a provider that doesn’t support `refills`', async () => {
  const ids = [await ask(await completedOrder(), 'REFILL'), await ask(await completedOrder(), 'REFILL')]
  await send()
  fakeProvider.options.singlesOnly = true
  await follow()
  for (const id of ids) expect((await readRequestOutcome(id)).state).toBe('DONE')
})

test('of many refills that are due at once each is polled, also one by one, and none waits behind others for good', async () => {
  const ids: number[] = []
  for (let at = 0; at < 12; at++) ids.push(await ask(await completedOrder(), 'REFILL'))
  for (let sent = 0; sent < 12; sent += 4) await send()
  const polled = new Set<number>()
  const pending = ({ id }: { id: number }) => {
    polled.add(id)
    return 'Pending'
  }
  Object.assign(fakeProvider.options, { singlesOnly: true, refillStateOf: pending })
  await db().rows(
    "UPDATE order_requests SET sent_at = now() - interval '5 hours', next_poll_at = 'epoch' WHERE id = ANY ($1)",
    [ids],
  )
  await pollRefills(db())
  expect(polled.size).toBe(10)
  await pollRefills(db())
  expect(polled.size).toBe(12)
  expect(await pollRefills(db())).toBe(0)
})

test('a rejected refill is told with a reason, and a later answer changes nothing', async () => {
  const id = await ask(await completedOrder(), 'REFILL')
  await send()
  fakeProvider.options.refillStateOf = () => 'Rejected'
  await follow()
  const end = { state: 'REFUSED', reason: '줄어든 수량을 확인하지 못했어요.' }
  expect(await readRequestOutcome(id)).toMatchObject(end)
  fakeProvider.options.refillStateOf = () => 'Completed'
  await follow()
  expect(await readRequestOutcome(id)).toMatchObject(end)
})

test('a cancellation gives nothing back until the provider reports the order as canceled, and then once', async () => {
  const orderId = await runningOrder()
  const before = await balanceOf(db(), memberId)
  const { request, refunded } = await cancelOrRequest(db(), memberActor(memberId), { orderId, source: 'WEB' })
  expect(refunded).toBe(0)
  await send()
  expect(await readRequestOutcome(request?.id ?? 0)).toMatchObject({ state: 'SENT', tasks: [] })
  expect(await balanceOf(db(), memberId)).toBe(before)
  expect(await poll(orderId)).toBe(orderStatus.CANCELED)
  await poll(orderId)
  expect(await balanceOf(db(), memberId)).toBe(before + 3_000n)
  expect(await readRequestOutcome(request?.id ?? 0)).toMatchObject({ state: 'DONE', tasks: [] })
})

test('a provider that accepts the cancellation and completes the order all the same costs nothing', async () => {
  const orderId = await runningOrder()
  const id = await ask(orderId, 'CANCEL')
  fakeProvider.options.requestAnswer = () => ({ lies: true })
  await send()
  fakeProvider.options.pace = 0
  const before = await balanceOf(db(), memberId)
  expect(await poll(orderId)).toBe(orderStatus.COMPLETED)
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'REFUSED', reason: '취소되기 전에 주문이 완료됐어요.' })
  expect(await balanceOf(db(), memberId)).toBe(before)
})

test('an order that wasn’t sent is cancelled at once, and a service without it keeps its answer', async () => {
  const orderId = await makeOrder({ memberId, serviceId, amount: 30 })
  const cancelled = await cancelOrRequest(db(), memberActor(memberId), { orderId, source: 'WEB' })
  expect(cancelled).toEqual({ status: 5, remains: 30, refunded: 30 })
  const running = await runningOrder()
  await db().rows('UPDATE services SET can_cancel = false WHERE id = $1', [serviceId])
  await expect(cancelOrRequest(db(), memberActor(memberId), { orderId: running, source: 'WEB' })).rejects.toMatchObject(
    {
      message: '지금 상태에서는 바꿀 수 없어요.',
    },
  )
})

test('a speed-up becomes a task; staff answer with a reason that the member reads', async () => {
  const orderId = await runningOrder()
  await db().rows("UPDATE orders SET created_at = now() - interval '13 hours' WHERE id = $1", [orderId])
  const id = await ask(orderId, 'SPEED_UP')
  expect(await readRequestOutcome(id)).toMatchObject({ providerId: null, tasks: ['REQUEST'] })
  const task = "SELECT detail ->> 'cause' AS cause FROM tasks WHERE ref_type = 'request' AND ref_id = $1"
  expect(await oneRow(db(), task, [id])).toEqual({ cause: 'BY_HAND' })
  const answer = { requestId: id, state: 'REFUSED', reason: '' } as const
  await expect(answerRequest(db(), someStaff, answer)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await answerRequest(db(), someStaff, { ...answer, reason: '이미 가장 빠른 속도예요.' })
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'REFUSED', tasks: [] })
  expect((await notesOf(orderId)).at(-1)).toBe('빨리 진행 요청을 들어드리지 못했어요. 이미 가장 빠른 속도예요.')
  await expect(answerRequest(db(), someStaff, { ...answer, state: 'DONE' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a cancellation is fulfilled by cancelling the order, not by marking it as done', async () => {
  const orderId = await runningOrder()
  const id = await ask(orderId, 'CANCEL')
  const done = { requestId: id, state: 'DONE', reason: '' } as const
  await expect(answerRequest(db(), someStaff, done)).rejects.toMatchObject({ code: 'CONFLICT' })
  await transitionOrder(db(), worker, { orderId, status: 5, remains: null, startCount: null, reason: '' })
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'DONE' })
})

test('no request is forgotten: a task closed by mistake, or a request that nobody ends, is filed again', async () => {
  const id = await ask(await completedOrder(), 'REFILL')
  await db().rows('UPDATE order_requests SET provider_id = NULL WHERE id = $1', [id])
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(id)).tasks).toEqual(['REQUEST'])
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(id)).tasks).toEqual(['REQUEST'])
  const slow = await ask(await completedOrder(), 'REFILL')
  await send()
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(slow)).tasks).toEqual([])
  await db().rows("UPDATE order_requests SET sent_at = now() - interval '73 hours' WHERE id = $1", [slow])
  const unsent = await ask(await completedOrder(), 'REFILL')
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(slow)).tasks).toEqual(['REQUEST'])
  expect((await readRequestOutcome(unsent)).tasks).toEqual([])
  await ownerDatabase().rows("UPDATE order_requests SET created_at = now() - interval '25 hours' WHERE id = $1", [
    unsent,
  ])
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(unsent)).tasks).toEqual(['REQUEST'])
})

test('a reseller’s webhook receives each step of a request', async () => {
  await setWebhook(db(), { memberId, url: 'https://reseller.example.com/hook', enabled: true })
  const orderId = await completedOrder()
  const id = await ask(orderId, 'REFILL')
  await send()
  await follow()
  const events = await db().rows<{ orderId: number; summary: object }>(
    "SELECT order_id, summary FROM webhook_deliveries WHERE member_id = $1 AND event = 'request.updated' ORDER BY id",
    [memberId],
  )
  const step = (state: string) => ({ orderId, summary: { requestId: id, request: 'REFILL', state, reason: null } })
  expect(events).toEqual([step('SENT'), step('DONE')])
})

test('a request whose order waits for a second person gets no task, and one of unknown outcome no second one', async () => {
  const orderId = await completedOrder()
  const id = await ask(orderId, 'REFILL')
  await db().rows('UPDATE order_requests SET provider_id = NULL WHERE id = $1', [id])
  await db().rows(
    `INSERT INTO approvals (kind, subject_type, subject_id, amount, payload, why, asked_by)
     VALUES ('UNFOLLOW_RECOVERY', 'order', $1, 100, '{}', 'LIMIT', $2)`,
    [orderId, memberId],
  )
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(id)).tasks).toEqual([])
  await db().rows(
    "UPDATE approvals SET state = 'REFUSED', decided_by = asked_by, decided_at = now() WHERE subject_id = $1",
    [orderId],
  )
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(id)).tasks).toEqual(['REQUEST'])

  fakeProvider.options.requestAnswer = () => ({ fault: 'silent', taken: true })
  const unknown = await ask(await completedOrder(), 'REFILL')
  await send()
  await ownerDatabase().rows("UPDATE order_requests SET created_at = now() - interval '25 hours' WHERE id = $1", [
    unknown,
  ])
  await fileTasksOfWaitingRequests(db())
  expect((await readRequestOutcome(unknown)).tasks).toEqual(['REQUEST_UNKNOWN'])
})

test('a provider that is paused gets no request until its pause ends', async () => {
  const id = await ask(await completedOrder(), 'REFILL')
  await db().rows("UPDATE providers SET paused_until = now() + interval '1 minute' WHERE id = $1", [providerId])
  await send()
  expect((await readRequestOutcome(id)).state).toBe('ASKED')
  await db().rows('UPDATE providers SET paused_until = NULL WHERE id = $1', [providerId])
  await send()
  expect((await readRequestOutcome(id)).state).toBe('SENT')
})

test('remarks after the completion, as about an earlier refill, don’t prolong the time for refills', async () => {
  const orderId = await completedOrder()
  await withoutTriggers("UPDATE order_events SET at = at - interval '31 days' WHERE order_id = $1", [orderId])
  await addRemark(db(), someStaff, { orderId, reason: '확인했어요' })
  await expect(ask(orderId, 'REFILL')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a refill goes to the provider that took the order, not to one that had refused it before', async () => {
  const orderId = await completedOrder()
  const refusing = await makeProvider(fakeProvider)
  await db().rows(
    `INSERT INTO provider_attempts (id, order_id, provider_id, outcome) SELECT -id, order_id, $2, 'REFUSED'
     FROM provider_attempts WHERE order_id = $1`,
    [orderId, refusing],
  )
  expect(await readRequestOutcome(await ask(orderId, 'REFILL'))).toMatchObject({ providerId, tasks: [] })
})

test('requests and polls that a provider leaves unanswered count as its failures, an answer ends them', async () => {
  const failures = async () =>
    (await oneRow<{ failures: number }>(db(), 'SELECT failures FROM providers WHERE id = $1', [providerId])).failures
  fakeProvider.options.requestAnswer = () => ({ fault: '5xx', taken: false })
  await ask(await completedOrder(), 'REFILL')
  await send()
  expect(await failures()).toBe(1)
  Object.assign(fakeProvider.options, cleanOptions)
  await ask(await completedOrder(), 'REFILL')
  await send()
  expect(await failures()).toBe(0)
  await db().rows("UPDATE providers SET api_url = 'http://127.0.0.1:9/api/v2' WHERE id = $1", [providerId])
  await follow()
  expect(await failures()).toBe(1)
})

test('the states of refills are those of the member’s own refills only', async () => {
  const refill = await ask(await completedOrder(), 'REFILL')
  const cancellation = await ask(await runningOrder(), 'CANCEL')
  const ids = [refill, cancellation]
  expect([...(await refillStatesOf(db(), memberId, ids)).keys()]).toEqual([refill])
  expect((await refillStatesOf(db(), (await makeMember()).id, ids)).size).toBe(0)
})

/**
 * A database handle whose transactions call `act` before they commit, and commit only once `act` waits for a lock that
 * the transaction holds.
 */
const whileCommitting = (act: () => Promise<unknown>): Database => ({
  ...db(),
  transaction: (run) =>
    db().transaction(async (tx) => {
      const result = await run(tx)
      act().catch(() => {})
      await expectLockWaits()
      return result
    }),
})

test.each([
  ['are offered', true],
  ['aren’t offered', false],
])(
  'an order that its provider refuses for now while its member cancels it is cancelled, where requests %s',
  async (_, canCancel) => {
    const service = await makeDeliveredService([providerId], db(), { canCancel })
    const orderId = await makeOrder({ memberId, serviceId: service, amount: 30 })
    const [claimed] = await claimOrders(db(), { providerId, maxOrders: 1, delay: 0 })
    let cancelling: ReturnType<typeof cancelOrRequest> | undefined
    const refusing = whileCommitting(() => {
      cancelling = cancelOrRequest(db(), memberActor(memberId), { orderId, source: 'WEB' })
      return cancelling
    })
    const attempt = { attemptId: claimed?.attemptId ?? 0, orderId, providerId }
    await finishSending(refusing, attempt, { outcome: 'UNSENT', error: 'HTTP 429', retryIn: 60 })
    expect(await cancelling).toMatchObject({ status: orderStatus.CANCELED })
    expect(await balanceOf(db(), memberId)).toBe(1_000_000n)
  },
)

test('a request that staff answer while the account of its member, who has a webhook, is being deleted is answered', async () => {
  await setWebhook(db(), { memberId, url: 'https://example.com/hook', enabled: true }, true)
  const id = await makeRequest(memberId)
  let answering: Promise<void> | undefined
  const deleting = whileCommitting(() => {
    answering = answerRequest(db(), someStaff, { requestId: id, state: 'DONE', reason: '' })
    return answering
  })
  await deleteAccount(deleting, memberId)
  await answering
  expect(await readRequestOutcome(id)).toMatchObject({ state: 'DONE' })
  expect(await db().rows('SELECT FROM webhook_deliveries WHERE member_id = $1', [memberId])).toEqual([])
})
