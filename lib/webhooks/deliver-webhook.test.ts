import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { parseEnv } from '#lib/core/env.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { type ClaimedWebhookDelivery, claimWebhookDeliveries } from './claim-webhook-deliveries.ts'
import { deliverWebhook, recordWebhookDeliveryResult } from './deliver-webhook.ts'
import { listWebhookDeliveries, readWebhook } from './queries.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'
import { renewWebhookSecret, setWebhook } from './set-webhook.ts'
import { sweepWebhookDeliveries } from './sweep-webhook-deliveries.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'
import {
  deliverDueWebhooks,
  listWebhookDeliveriesOfOrder,
  makeWebhookDeliveries,
  makeWebhookOrder,
  transitionAsStaff,
} from './testing/webhooks.ts'

const { INPROGRESS, PARTIAL, PROCESSING, COMPLETED } = orderStatus

let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})

afterEach(async () => {
  receiver.stop()
  await db().rows('DELETE FROM webhooks')
  await expectBooksBalance()
})

const deliveryIdOf = async (orderId: number, at = 0) => (await listWebhookDeliveriesOfOrder(orderId))[at]?.id ?? 0

const letPauseEnd = (memberId: number) =>
  db().rows("UPDATE webhooks SET paused_until = now() - interval '1 second' WHERE member_id = $1", [memberId])

/**
 * Network policy of a shop that refuses internal addresses. Its DNS resolver resolves every name to an internal
 * address.
 */
const internalReach = { allowPrivate: false, resolve: async () => [{ address: '10.0.0.1', family: 4 }] }

test('every transition is told once, signed over its time and bytes; the order itself is not', async () => {
  const { orderId, secret } = await makeWebhookOrder(receiver.url)
  expect(await listWebhookDeliveriesOfOrder(orderId)).toEqual([])
  await transitionAsStaff(orderId, INPROGRESS)
  await transitionAsStaff(orderId, PARTIAL, 40)
  await deliverDueWebhooks()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  expect(bodies.filter(({ event }) => event === 'order.updated')).toMatchObject([
    { event: 'order.updated', orderId, status: 'IN PROGRESS', remains: 100, refunded: 0 },
    { event: 'order.updated', orderId, status: 'PARTIAL', remains: 40, refunded: 40 },
  ])
  expect(bodies.filter(({ event }) => event !== 'order.updated')).toMatchObject([
    { event: 'order.refunded', orderId, kind: 'REFUND', amount: 40, refunded: 40, recovered: 0 },
  ])
  for (const { body, headers } of receiver.received) {
    const timestamp = String(headers['x-timestamp'])
    expect(Math.abs(Number(timestamp) * 1_000 - Date.now())).toBeLessThan(60_000)
    const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['x-signature']).toBe(`sha256=${hex}`)
  }
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([
    { state: 'DELIVERED', httpStatus: 200 },
    { state: 'DELIVERED', httpStatus: 200 },
    { state: 'DELIVERED', httpStatus: 200 },
  ])
})

test('events about an order have rising ids, also those of one transaction, whose times are the same', async () => {
  const { orderId } = await makeWebhookOrder(receiver.url)
  // A provider's first report about an order that it has delivered in part causes these two transitions.
  await db().transaction(async (tx) => {
    const moved = { orderId, startCount: null, reason: '' }
    await transitionOrder(tx, worker, { ...moved, status: INPROGRESS, remains: null })
    await transitionOrder(tx, worker, { ...moved, status: PARTIAL, remains: 40 })
  })
  await deliverDueWebhooks()
  const events = receiver.received.map(({ body }) => JSON.parse(body)).toSorted((a, b) => a.id - b.id)
  const updates = events.filter(({ event }) => event === 'order.updated')
  expect(updates.map(({ status }) => status)).toEqual(['IN PROGRESS', 'PARTIAL'])
  expect(new Set(updates.map(({ at }) => at)).size).toBe(1)
})

test('a transition that is undone is not told, nor one of a member without a webhook', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  const undone = db().transaction(async (tx) => {
    await tx.rows(
      `INSERT INTO order_events (order_id, from_status, to_status, actor, remains)
       VALUES ($1, ${orderStatus.PENDING}, ${orderStatus.INPROGRESS}, 'test', 1)`,
      [orderId],
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await setWebhook(db(), { memberId, url: receiver.url, enabled: false })
  await transitionAsStaff(orderId, INPROGRESS)
  expect(await listWebhookDeliveriesOfOrder(orderId)).toEqual([])
})

test('what fails is tried again later with the same bytes, and all that waits for that address waits too', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await transitionAsStaff(orderId, COMPLETED)
  receiver.answer(503)
  await deliverDueWebhooks()
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([
    { state: 'PENDING', attempts: 1, httpStatus: 503 },
    { state: 'PENDING', attempts: 0 },
  ])
  const pause = await oneRow<{ seconds: number }>(
    db(),
    'SELECT extract(epoch FROM paused_until - now())::float8 AS seconds FROM webhooks WHERE member_id = $1',
    [memberId],
  )
  expect(pause.seconds).toBeGreaterThan(5)
  await deliverDueWebhooks()
  expect(receiver.received).toHaveLength(1)
  receiver.answer(200)
  await letPauseEnd(memberId)
  await deliverDueWebhooks()
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([
    { state: 'DELIVERED', attempts: 2 },
    { state: 'DELIVERED', attempts: 1 },
  ])
})

test('a name that leads inside and an answer that leads elsewhere are refused for good', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  receiver.answer(302, { location: 'http://127.0.0.1/' })
  await deliverDueWebhooks()
  await db().rows("UPDATE webhooks SET url = 'https://inside.example.com/', paused_until = NULL WHERE member_id = $1", [
    memberId,
  ])
  await transitionAsStaff(orderId, COMPLETED)
  await deliverDueWebhooks(internalReach)
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([
    { state: 'FAILED', fault: 'REDIRECTED' },
    { state: 'FAILED', fault: 'REFUSED' },
  ])
})

test.each([
  'http://reseller.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://db.internal/',
  'https://a:b@example.com/',
])('%s is no address for a webhook', async (url) => {
  const input = { memberId: 1, url, enabled: true }
  await expect(setWebhook(db(), input, false)).rejects.toMatchObject({ code: 'BAD_INPUT' })
})

test('of workers that race one sends; one that died is taken over after two minutes', async () => {
  const { orderId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await Promise.all(Array.from({ length: 8 }, () => deliverDueWebhooks()))
  expect(receiver.received).toHaveLength(1)
  await db().rows("UPDATE webhook_deliveries SET state = 'SENDING', claimed_at = now() - interval '3 minutes'")
  await sweepWebhookDeliveries(db())
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([{ state: 'PENDING', fault: 'WORKER_LOST' }])
})

test('a delivery whose signing key AUTH_SECRET no longer opens says so and is tried again; a renewed key signs it', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await db().rows("UPDATE webhooks SET secret = 'x'::bytea WHERE member_id = $1", [memberId])
  await deliverDueWebhooks()
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([{ state: 'PENDING', fault: 'UNREADABLE_KEY' }])
  expect(receiver.received).toEqual([])
  await renewWebhookSecret(db(), { memberId, overlapHours: 24 })
  await letPauseEnd(memberId)
  await db().rows("UPDATE webhook_deliveries SET next_try_at = now() - interval '1 second' WHERE state = 'PENDING'")
  await deliverDueWebhooks()
  expect(receiver.received.map(({ headers }) => String(headers['x-signature']).split(', ').length)).toEqual([1])
})

test('the secret is shown with the first address and at a renewal, and signs from then on', async () => {
  const { orderId, memberId, secret } = await makeWebhookOrder(receiver.url)
  expect(secret).toMatch(/^whsec_\w{40}$/)
  expect(await setWebhook(db(), { memberId, url: receiver.url, enabled: true })).toBeNull()
  expect(await readWebhook(db(), memberId)).toEqual({
    url: receiver.url,
    enabled: true,
    serviceChanges: false,
    formerUntil: null,
  })
  const next = await renewWebhookSecret(db(), { memberId, overlapHours: 0 })
  await transitionAsStaff(orderId, INPROGRESS)
  await deliverDueWebhooks()
  const { body = '', headers = {} } = receiver.received[0] ?? {}
  const signed = (key: string) =>
    `sha256=${createHmac('sha256', key).update(`${headers['x-timestamp']}.${body}`).digest('hex')}`
  expect(headers['x-signature']).toBe(signed(next))
  expect(headers['x-signature']).not.toBe(signed(secret))
  expect(JSON.stringify(await db().rows('SELECT * FROM webhooks'))).not.toContain(next.slice(6))
})

test('its member resends what has ended, nobody else does, and nothing that is on its way', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  const id = await deliveryIdOf(orderId)
  await expect(resendWebhookDelivery(db(), { id, memberId })).rejects.toMatchObject({ code: 'CONFLICT' })
  await deliverDueWebhooks()
  await expect(resendWebhookDelivery(db(), { id, memberId: memberId + 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await resendWebhookDelivery(db(), { id, memberId })
  await deliverDueWebhooks()
  expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toEqual([id, id])
})

test('switched off, what waits is given up; with the account it is gone', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  await setWebhook(db(), { memberId, url: receiver.url, enabled: false })
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([{ state: 'FAILED', fault: 'SWITCHED_OFF' }])
  await transitionAsStaff(orderId, COMPLETED)
  await deleteAccount(db(), memberId)
  expect(await readWebhook(db(), memberId)).toEqual({
    url: '',
    enabled: false,
    serviceChanges: false,
    formerUntil: null,
  })
  expect(await listWebhookDeliveriesOfOrder(orderId)).toEqual([])
})

test('switched off with a large backlog, the webhook gives up some thousands at once and the sweep the rest', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  await makeWebhookDeliveries(memberId, 5_010)
  const switchTo = (enabled: boolean) => setWebhook(db(), { memberId, url: receiver.url, enabled })
  const counts = () =>
    db().rows(
      'SELECT state, count(*)::int FROM webhook_deliveries WHERE member_id = $1 GROUP BY state ORDER BY state',
      [memberId],
    )
  await switchTo(false)
  expect(await counts()).toEqual([
    { state: 'FAILED', count: 5_000 },
    { state: 'PENDING', count: 10 },
  ])
  await sweepWebhookDeliveries(db())
  expect(await counts()).toEqual([{ state: 'FAILED', count: 5_010 }])
  await switchTo(true)
  await makeWebhookDeliveries(memberId, 5_010)
  await switchTo(false)
  await switchTo(true)
  expect(await counts()).toEqual([{ state: 'FAILED', count: 10_020 }])
})

test('a delivery that fails after its webhook was switched off is not tried again', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, orderStatus.INPROGRESS)
  receiver.answer(500)
  const [claimed] = await claimWebhookDeliveries(db(), { prompt: 1, other: 1 })
  if (!claimed) throw new Error('nothing was due')
  await setWebhook(db(), { memberId, url: receiver.url, enabled: false })
  await deliverWebhook(db(), claimed)
  await sweepWebhookDeliveries(db())
  expect(await listWebhookDeliveriesOfOrder(orderId)).toMatchObject([
    { state: 'FAILED', fault: 'SWITCHED_OFF', httpStatus: 500 },
  ])
})

test('the real worker tells all there is, one after another, as soon as it happens', async () => {
  const { orderId } = await makeWebhookOrder(receiver.url)
  const runner = await startWorker()
  for (const status of [INPROGRESS, PROCESSING, INPROGRESS, COMPLETED]) await transitionAsStaff(orderId, status)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(4), { timeout: 60_000, interval: 50 })
  await vi.waitFor(async () => {
    expect((await listWebhookDeliveriesOfOrder(orderId)).filter(({ state }) => state !== 'DELIVERED')).toEqual([])
  }, 60_000)
  await runner.stop()
})

/** Creates members with `each` due deliveries per member. Returns the members' ids. */
async function makeDueDeliveries(members: number, each: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < members; at++) {
    const { memberId } = await makeWebhookOrder(receiver.url)
    await makeWebhookDeliveries(memberId, each)
    ids.push(memberId)
  }
  return ids
}

const memberIdsOf = (claimed: { memberId: number }[]) => claimed.map(({ memberId }) => memberId)

test('a member has one delivery under way, however many wait, and then is last in the row', async () => {
  const [busy = 0, quiet = 0] = [...(await makeDueDeliveries(1, 50)), ...(await makeDueDeliveries(1, 1))]
  expect(memberIdsOf(await claimWebhookDeliveries(db(), { prompt: 9, other: 1 }))).toEqual([busy])
  expect(memberIdsOf(await claimWebhookDeliveries(db(), { prompt: 9, other: 9 }))).toEqual([quiet])
  expect(await claimWebhookDeliveries(db(), { prompt: 9, other: 9 })).toEqual([])
  const second = db().rows("UPDATE webhook_deliveries SET state = 'SENDING' WHERE member_id = $1", [busy])
  await expect(second).rejects.toMatchObject({ code: '23505' })
})

test('a crowd of slow addresses leaves the slots of those that answer promptly alone', async () => {
  const [prompt = 0] = await makeDueDeliveries(1, 2)
  await deliverDueWebhooks()
  expect(await db().rows('SELECT prompt FROM webhooks WHERE member_id = $1', [prompt])).toEqual([{ prompt: true }])
  const crowd = await makeDueDeliveries(12, 3)
  const first = await claimWebhookDeliveries(db(), { prompt: 2, other: 8 })
  expect(memberIdsOf(first).toSorted()).toEqual(crowd.slice(0, 8).toSorted())
  await makeWebhookDeliveries(prompt)
  expect(memberIdsOf(await claimWebhookDeliveries(db(), { prompt: 2, other: 0 }))).toEqual([prompt])
})

test('who answers slowly, or fails, is among the others from then on', async () => {
  const [memberId = 0] = await makeDueDeliveries(1, 1)
  const promptNow = async () =>
    (await oneRow<{ prompt: boolean }>(db(), 'SELECT prompt FROM webhooks WHERE member_id = $1', [memberId])).prompt
  const answer = async (took: number) => {
    const claimed = await claimWebhookDeliveries(db(), { prompt: 99, other: 99 })
    const his = claimed.find((each) => each.memberId === memberId) as ClaimedWebhookDelivery
    await recordWebhookDeliveryResult(db(), his, { httpStatus: 200, fault: null, took })
  }
  await answer(20)
  expect(await promptNow()).toBe(true)
  await makeWebhookDeliveries(memberId)
  await answer(2_000)
  expect(await promptNow()).toBe(false)
})

test('the list of deliveries says of a failure its status or one of a few words, and no header of the answer', async () => {
  const { orderId, memberId } = await makeWebhookOrder(receiver.url)
  await transitionAsStaff(orderId, INPROGRESS)
  receiver.answer(500, { server: 'a-banner', 'x-secret': 'inside' })
  await deliverDueWebhooks()
  const { rows } = await listWebhookDeliveries(db(), memberId, { page: 1, size: 10 })
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      event: 'order.updated',
      orderId,
      status: 'IN PROGRESS',
      state: 'PENDING',
      attempts: 1,
      httpStatus: 500,
      fault: null,
      duration: expect.any(Number),
      createdAt: expect.any(String),
      deliveredAt: null,
    },
  ])
})

test('the switch that opens private addresses to providers opens none to webhooks', () => {
  const env = { ...process.env, ALLOW_PRIVATE_PROVIDERS: 'true', ALLOW_PRIVATE_WEBHOOKS: '' }
  expect(parseEnv(env)).toMatchObject({ ALLOW_PRIVATE_PROVIDERS: true, ALLOW_PRIVATE_WEBHOOKS: false })
})
