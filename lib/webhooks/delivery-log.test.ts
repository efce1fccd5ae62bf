import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { recoverPoints } from '#lib/orders/recover-points.ts'
import { claimWebhookDeliveries } from './claim-webhook-deliveries.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { listWebhookDeliveries, readWebhook, readWebhookDelivery } from './queries.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'
import { sendTestEvent } from './send-test-event.ts'
import { renewWebhookSecret, setWebhook } from './set-webhook.ts'
import { sweepWebhookDeliveries } from './sweep-webhook-deliveries.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'
import { deliverDueWebhooks, makeWebhookDeliveries, makeWebhookOrder, transitionAsStaff } from './testing/webhooks.ts'

const { INPROGRESS, PARTIAL, COMPLETED, CANCELED } = orderStatus

let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})

afterEach(async () => {
  receiver.stop()
  await db().rows('DELETE FROM webhooks')
  await expectBooksBalance()
})

const page = { page: 1, size: 100 }
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))

/** Starts a server that answers each request as `answer` does. */
async function startServer(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, stop: () => server.closeAllConnections() ?? server.close() }
}

async function firstDelivery(memberId: number) {
  const { rows } = await listWebhookDeliveries(db(), memberId, page)
  return readWebhookDelivery(db(), memberId, rows.at(-1)?.id ?? 0)
}

test('the log has what was sent, what was answered, how long it took, and each attempt', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  receiver.answer(503)
  await deliverDueWebhooks()
  receiver.answer(200)
  await db().rows('UPDATE webhooks SET paused_until = NULL')
  await deliverDueWebhooks()
  const delivery = await firstDelivery(memberId)
  expect(delivery).toMatchObject({
    event: 'order.updated',
    orderId,
    state: 'DELIVERED',
    attempts: 2,
    httpStatus: 200,
    body: receiver.received[0]?.body,
    answer: 'ok',
    tries: [
      { httpStatus: 503, fault: null },
      { httpStatus: 200, fault: null },
    ],
  })
  expect(delivery?.duration).toBeGreaterThanOrEqual(0)
})

test('another member finds neither the delivery nor its answer, and can’t send it again', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  const delivery = await firstDelivery(memberId)
  const other = await makeMember()
  await setWebhook(db(), { memberId: other.id, url: receiver.url, enabled: true })
  expect(await readWebhookDelivery(db(), other.id, delivery?.id ?? 0)).toBeNull()
  expect(await listWebhookDeliveries(db(), other.id, { ...page, order: orderId })).toEqual({ rows: [], total: 0 })
  await expect(resendWebhookDelivery(db(), { id: delivery?.id ?? 0, memberId: other.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(receiver.received).toHaveLength(1)
})

test('the list is filtered by state and by order', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await makeWebhookDeliveries(memberId)
  await transitionAsStaff(orderId, INPROGRESS)
  receiver.answer(302)
  await deliverDueWebhooks()
  await deliverDueWebhooks()
  const ids = async (filter: object) => (await listWebhookDeliveries(db(), memberId, { ...page, ...filter })).total
  expect([await ids({}), await ids({ order: orderId }), await ids({ state: 'FAILED' })]).toEqual([2, 1, 1])
  expect(await ids({ state: 'DELIVERED' })).toBe(0)
})

test('of an answer without end, or of ten megabytes, one kilobyte is read and its status counts', async () => {
  const big = await startServer((_, response) => response.end('x'.repeat(10 * 1_024 * 1_024)))
  const endless = await startServer((_, response) => {
    const more = setInterval(() => response.write('y'.repeat(400)), 5)
    response.on('close', () => clearInterval(more))
  })
  for (const server of [big, endless]) {
    const { orderId, memberId } = await makeWebhookOrder(server.url)
    await transitionAsStaff(orderId, INPROGRESS)
    await deliverDueWebhooks()
    const delivery = await firstDelivery(memberId)
    expect(delivery).toMatchObject({ state: 'DELIVERED', httpStatus: 200 })
    expect(delivery?.answer).toHaveLength(1_024)
    server.stop()
  }
})

test('an answer is stored without characters that act on a screen or a terminal', async () => {
  const answer = 'fine\r\n\u0000\u001b[31mred\u202Eevil\u200B\u0007<script>alert(1)</script>'
  const server = await startServer((_, response) => response.writeHead(200).end(answer))
  const { orderId, memberId } = await makeWebhookOrder(server.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  expect((await firstDelivery(memberId))?.answer).toBe('fine\n[31mredevil<script>alert(1)</script>')
  server.stop()
})

test('of an answer that leads to a private address, and of a private address, nothing is read', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  receiver.answer(307, { location: 'http://169.254.169.254/latest/meta-data' })
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  expect(await firstDelivery(memberId)).toMatchObject({ state: 'FAILED', fault: 'REDIRECTED', answer: null })
  const inside = { allowPrivate: false, resolve: async () => [{ address: '10.0.0.1', family: 4 }] }
  await db().rows("UPDATE webhooks SET url = 'https://inside.example.com/', paused_until = NULL")
  await sendTestEvent(db(), memberId)
  await deliverDueWebhooks(inside)
  const { rows } = await listWebhookDeliveries(db(), memberId, page)
  expect(await readWebhookDelivery(db(), memberId, rows[0]?.id ?? 0)).toMatchObject({ fault: 'REFUSED', answer: null })
})

test('the log keeps a delivery for 30 days, and its last 20 attempts', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  await makeWebhookDeliveries(memberId, 2)
  const { rows } = await listWebhookDeliveries(db(), memberId, page)
  const [newer = 0, older = 0] = rows.map(({ id }) => id)
  const earlier = Array.from({ length: 20 }, (_, at) => ({
    at: new Date(at),
    httpStatus: 500,
    fault: null,
    duration: at,
  }))
  await db().rows('UPDATE webhook_deliveries SET tries = $2::jsonb WHERE id = $1', [newer, JSON.stringify(earlier)])
  await deliverDueWebhooks()
  const { tries } = (await readWebhookDelivery(db(), memberId, newer)) ?? { tries: [] }
  expect(tries.map(({ httpStatus }) => httpStatus)).toEqual([...Array(19).fill(500), 200])
  expect(tries[0]?.duration).toBe(1)
  for (const [id, days] of [[newer, 29] as const, [older, 31] as const])
    await db().rows("UPDATE webhook_deliveries SET created_at = now() - $2 * interval '1 day' WHERE id = $1", [
      id,
      days,
    ])
  await sweepWebhookDeliveries(db())
  expect((await listWebhookDeliveries(db(), memberId, page)).rows.map(({ id }) => id)).toEqual([newer])
})

test('sent again, a delivery has its id and body, and its order and the balance stay as they are', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, CANCELED)
  await deliverDueWebhooks()
  const before = [...receiver.received]
  const stateOf = () =>
    db().rows(
      'SELECT status, refunded, remains, (SELECT point FROM balances b WHERE b.member_id = $2) FROM orders WHERE id = $1',
      [orderId, memberId],
    )
  const stateBefore = await stateOf()
  const { rows } = await listWebhookDeliveries(db(), memberId, page)
  const setEnabled = (enabled: boolean) => setWebhook(db(), { memberId, url: receiver.url, enabled })
  await setEnabled(false)
  await expect(resendWebhookDelivery(db(), { id: rows[0]?.id ?? 0, memberId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '웹훅이 꺼져 있어요.',
  })
  await setEnabled(true)
  for (const { id } of rows) await resendWebhookDelivery(db(), { id, memberId })
  const again = await Promise.allSettled(rows.map(({ id }) => resendWebhookDelivery(db(), { id, memberId })))
  expect(again.map(({ status }) => status)).toEqual(rows.map(() => 'rejected'))
  await deliverDueWebhooks()
  expect(
    bodies()
      .slice(before.length)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(rows.map(({ id }) => id).toSorted())
  const distinct = new Set(receiver.received.map(({ body }) => body))
  expect(distinct.size).toBe(before.length)
  expect(await stateOf()).toEqual(stateBefore)
})

test('a test event says so, names no order, and goes before all that waits', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  await makeWebhookDeliveries(memberId, 3)
  const id = await sendTestEvent(db(), memberId)
  await deliverDueWebhooks()
  expect(bodies()[0]).toEqual({ id, event: 'webhook.test', test: true, at: expect.any(String) })
  expect(
    bodies()
      .slice(1)
      .map((body) => body.test),
  ).toEqual([undefined, undefined, undefined])
  expect(await readWebhookDelivery(db(), memberId, id)).toMatchObject({
    state: 'DELIVERED',
    answer: 'ok',
    orderId: null,
  })
})

test('a test event is tried once, and pauses nothing if it fails', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  receiver.answer(500)
  const id = await sendTestEvent(db(), memberId)
  await deliverDueWebhooks()
  expect(await readWebhookDelivery(db(), memberId, id)).toMatchObject({ state: 'FAILED', httpStatus: 500, attempts: 1 })
  receiver.answer(200)
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  expect(bodies().map(({ event }) => event)).toEqual(['webhook.test', 'order.updated'])
})

test('a pause for a failed delivery does not delay a test event', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  const [claimed] = await claimWebhookDeliveries(db(), { prompt: 9, other: 9 })
  if (!claimed) throw new Error('nothing was claimed')
  await sendTestEvent(db(), memberId)
  receiver.answer(500)
  await deliverWebhook(db(), claimed)
  receiver.answer(200)
  await deliverDueWebhooks()
  expect(bodies().map(({ event }) => event)).toEqual(['order.updated', 'webhook.test', 'order.updated'])
})

test('one test event is under way at a time, and none without a webhook that is on', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => sendTestEvent(db(), memberId)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await setWebhook(db(), { memberId, url: receiver.url, enabled: false })
  await expect(sendTestEvent(db(), memberId)).rejects.toMatchObject({ code: 'CONFLICT' })
  const { id: without } = await makeMember()
  await expect(sendTestEvent(db(), without)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('during the overlap both secrets sign, afterwards and without an overlap the new one alone', async () => {
  const { orderId, memberId, secret: first } = await makeWebhookOrder(receiver.url)
  const second = await renewWebhookSecret(db(), { memberId, overlapHours: 24 })
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  expect((await readWebhook(db(), memberId)).formerUntil).toBe(
    (await db().rows<{ at: Date }>('SELECT former_until AS at FROM webhooks'))[0]?.at.toISOString(),
  )
  await db().rows("UPDATE webhooks SET former_until = now() - interval '1 second'")
  await sweepWebhookDeliveries(db())
  await transitionAsStaff(orderId, COMPLETED)
  await deliverDueWebhooks()
  const third = await renewWebhookSecret(db(), { memberId, overlapHours: 1 })
  const fourth = await renewWebhookSecret(db(), { memberId, overlapHours: 0 })
  await sendTestEvent(db(), memberId)
  await deliverDueWebhooks()
  const signatures = receiver.received.map(({ headers, body }) => {
    const sign = (key: string) =>
      `sha256=${createHmac('sha256', key).update(`${headers['x-timestamp']}.${body}`).digest('hex')}`
    const keyOf = new Map([first, second, third, fourth].map((key, at) => [sign(key), at + 1]))
    return String(headers['x-signature'])
      .split(', ')
      .map((each) => keyOf.get(each))
  })
  expect(signatures).toEqual([[2, 1], [2], [4]])
  const stored = JSON.stringify(await db().rows('SELECT * FROM webhooks'))
  for (const key of [first, second, third, fourth]) expect(stored).not.toContain(key.slice(6))
})

test('refunds, their corrections and recovered points are told with the sums after them', async () => {
  const { orderId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await transitionAsStaff(orderId, PARTIAL, 40)
  await transitionAsStaff(orderId, PARTIAL, 60)
  await recoverPoints(db(), someStaff, { orderId, dropped: 10, reason: 'test', limits: defaultApprovalLimits })
  await deliverDueWebhooks()
  expect(bodies().filter(({ event }) => event === 'order.refunded')).toMatchObject([
    { orderId, kind: 'REFUND', amount: 40, refunded: 40, recovered: 0 },
    { orderId, kind: 'REFUND', amount: 20, refunded: 60, recovered: 0 },
    { orderId, kind: 'RECOVERY', refunded: 60 },
  ])
  const recovery = bodies().find(({ kind }) => kind === 'RECOVERY')
  expect(recovery.recovered).toBe(recovery.amount)
})

test('an auto order is named wherever a run of it, its refund or the refund of all its other runs is told', async () => {
  const { orderId: ordinary, memberId } = await makeWebhookOrder(receiver.url)
  const { id: autoOrderId, orderId } = await makeAutoOrder({ memberId })
  await transitionAsStaff(ordinary, INPROGRESS)
  await transitionAsStaff(orderId, CANCELED)
  await cancelAutoOrder(db(), { kind: 'member', memberId }, { autoOrderId, reason: '' })
  await deliverDueWebhooks()
  expect(bodies()).toMatchObject([
    { event: 'order.updated', orderId: ordinary, autoOrderId: null },
    { event: 'order.updated', orderId, autoOrderId, status: 'CANCELED' },
    { event: 'order.refunded', orderId, autoOrderId, kind: 'REFUND' },
    { event: 'order.refunded', orderId: autoOrderId, autoOrderId, kind: 'AUTO_ORDER' },
  ])
  const { rows } = await listWebhookDeliveries(db(), memberId, { order: orderId, page: 1, size: 10 })
  const detail = await readWebhookDelivery(db(), memberId, rows[0]?.id ?? 0)
  expect(JSON.parse(detail?.body ?? '')).toMatchObject({ orderId, autoOrderId })
  expect(detail).not.toHaveProperty('autoOrderId')
})

test('a bulk call is told once, when the last of its orders has ended, however they end at once', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  const serviceId = await makeService()
  const rows = [1, 2, 3].map((amount) => ({ serviceId, amount }))
  const { results } = await placeOrders(db(), bulkRequest({ memberId, rows }))
  const ids = results.flatMap((row) => ('orderId' in row ? [row.orderId] : []))
  const [first = 0, ...rest] = ids
  await transitionAsStaff(first, CANCELED)
  await sweepWebhookDeliveries(db())
  await deliverDueWebhooks()
  expect(bodies().filter(({ event }) => event === 'bulk.completed')).toEqual([])
  await Promise.all(rest.map((id) => transitionAsStaff(id, COMPLETED)))
  await Promise.all([1, 2, 3].map(() => sweepWebhookDeliveries(db())))
  await sweepWebhookDeliveries(db())
  await deliverDueWebhooks()
  expect(bodies().filter(({ event }) => event === 'bulk.completed')).toMatchObject([
    { bulkOrderId: expect.any(Number), orderIds: ids, completed: 2, partial: 0, canceled: 1 },
  ])
  expect(await db().rows('SELECT FROM ended_bulk_orders')).toEqual([])
})
