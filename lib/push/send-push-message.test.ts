import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { type SignedIn, signedIn } from '#lib/web/testing/caller.ts'
import { claimPushMessages } from './claim-push-messages.ts'
import { gatherNotices } from './gather-notices.ts'
import { recordPushResult } from './send-push-message.ts'
import { sweepPush } from './sweep-push.ts'
import {
  makeBrowser,
  passNoticePause,
  pushEndpointsOf,
  sendDueNotices,
  type TestBrowser,
  turnOnPushIn,
} from './testing/browsers.ts'
import { endOrder, endOrdersAndSend } from './testing/ended-orders.ts'
import { decryptPush, type FakePushService, startFakePushService, verifyVapid } from './testing/push-service.ts'
import { vapidPublicKey } from './vapid.ts'

let service: FakePushService
let member: SignedIn
let browser: TestBrowser
let serviceId: number

beforeEach(async () => {
  service = await startFakePushService()
  member = await signedIn({ points: 100_000 })
  browser = makeBrowser(service.url)
  serviceId = await makeService()
  await turnOnPushIn(member, browser)
})

afterEach(async () => {
  service.stop()
  await expectBooksBalance()
})

const order = () => makeOrder({ memberId: member.id, serviceId, amount: 100 })

const shown = () => JSON.parse(decryptPush(browser, service.received.at(-1)?.body ?? Buffer.alloc(0)))

const messagesLeft = () => db().rows<{ state: string; attempts: number }>('SELECT state, attempts FROM push_messages')

const skipWait = () => db().rows("UPDATE push_messages SET next_try_at = now() - interval '1 second'")

test('a browser is told, encrypted to it and signed by the shop, which order ended and how', async () => {
  const orderId = await order()
  await endOrdersAndSend([orderId, orderStatus.COMPLETED])
  expect(shown()).toMatchObject({
    title: '주문이 완료됐어요',
    body: expect.stringMatching(new RegExp(`^주문번호 ${orderId} · `)),
    url: `/order-history?order=${orderId}`,
  })
  const [push] = service.received
  expect(push?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{1,32}$/),
  })
  expect(Number(push?.headers.ttl)).toBeGreaterThan(86_000)
  const token = push && (await verifyVapid(push, service))
  expect(token?.publicKey).toBe(vapidPublicKey())
  expect(token?.lifetime).toBeLessThan(86_400)
  expect(() => decryptPush(makeBrowser(), push?.body ?? Buffer.alloc(0))).toThrow()
  expect(await messagesLeft()).toEqual([])
})

test('a notice names neither link nor points, and all have one size', async () => {
  const orderId = await order()
  await endOrdersAndSend([orderId, orderStatus.INPROGRESS], [orderId, orderStatus.PARTIAL])
  const text = JSON.stringify(shown())
  expect(text).toContain('주문이 일부만 완료됐어요')
  expect(text).not.toMatch(/instagram|http|포인트|원|@/i)
  await endOrdersAndSend([await order(), orderStatus.CANCELED], [await order(), orderStatus.COMPLETED])
  expect(new Set(service.received.map(({ body }) => body.length)).size).toBe(1)
})

test.each([404, 410])('a browser that a push service no longer knows (%i) is removed', async (status) => {
  service.answer({ status })
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  expect(await pushEndpointsOf(member.id)).toEqual([])
})

test.each([429, 500, 503])('what a push service puts off with %i is sent again later, and once', async (status) => {
  service.answer({ status, headers: { 'retry-after': '30' } })
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  expect(await messagesLeft()).toEqual([{ state: 'PENDING', attempts: 1 }])
  const { wait } = await oneRow<{ wait: number }>(
    db(),
    'SELECT extract(epoch FROM next_try_at - now())::float8 AS wait FROM push_messages',
  )
  expect(wait).toBeGreaterThan(20)
  service.answer({ status: 201 })
  await skipWait()
  await sendDueNotices()
  expect(service.received.length).toBe(2)
  expect(service.received[1]?.headers.topic).toBe(service.received[0]?.headers.topic)
  expect(await messagesLeft()).toEqual([])
})

test('a push service that is away for long costs a notice, not the subscription', async () => {
  service.answer({ status: 503 })
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  for (let attempt = 2; attempt <= 6; attempt++) {
    await skipWait()
    await sendDueNotices()
  }
  expect(service.received.length).toBe(6)
  expect(await messagesLeft()).toEqual([])
  expect(await pushEndpointsOf(member.id)).toHaveLength(1)
})

test('a subscription that is refused ten times in a row is removed', async () => {
  service.answer({ status: 403 })
  for (let at = 0; at < 10; at++) {
    expect(await pushEndpointsOf(member.id)).toHaveLength(1)
    await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  }
  expect(await pushEndpointsOf(member.id)).toEqual([])
})

test('a delivery between refusals keeps the subscription: only refusals in a row count', async () => {
  const answers = [...Array(9).fill(403), 201, ...Array(9).fill(403)]
  for (const status of answers) {
    service.answer({ status })
    await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  }
  expect(await pushEndpointsOf(member.id)).toHaveLength(1)
})

test('a redirect is not followed, and an endless answer is not read', async () => {
  service.answer({ status: 307, headers: { location: `${service.url}/elsewhere` } })
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  service.answer({ status: 201, body: Buffer.alloc(5_000_000) })
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  expect(service.received.length).toBe(2)
  expect(await messagesLeft()).toEqual([])
})

test('a worker that is killed while it sends costs that notice at most: nobody sends it again', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await passNoticePause()
  await gatherNotices(db())
  const [claimed] = await claimPushMessages(db(), 10)
  await sendDueNotices()
  await sweepPush(db())
  expect(await messagesLeft()).toEqual([{ state: 'SENDING', attempts: 1 }])
  await db().rows("UPDATE push_messages SET claimed_at = now() - interval '3 minutes'")
  await sweepPush(db())
  expect(await messagesLeft()).toEqual([])
  if (claimed) await recordPushResult(db(), claimed, { outcome: 'RETRY', wait: 0 })
  await sendDueNotices()
  expect(service.received).toEqual([])
})

test('one push service takes at most sixteen slots', async () => {
  await db().rows(
    `INSERT INTO push_messages (subscription_id, order_id, is_auto, status, orders)
     SELECT id, 1, false, ${orderStatus.COMPLETED}, 1 FROM push_subscriptions, generate_series(1, 40) WHERE member_id = $1`,
    [member.id],
  )
  expect((await claimPushMessages(db(), 100)).length).toBe(16)
  expect(await claimPushMessages(db(), 100)).toEqual([])
  await db().rows('DELETE FROM push_messages')
})

test('messages are given up after a day, notices forgotten after a month', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await passNoticePause()
  await gatherNotices(db())
  await db().rows("UPDATE push_messages SET created_at = now() - interval '25 hours'")
  await db().rows("UPDATE push_notices SET created_at = now() - interval '31 days'")
  await sweepPush(db())
  expect(await messagesLeft()).toEqual([])
  expect(await db().rows('SELECT FROM push_notices')).toEqual([])
})

test('whoever records a result locks the subscription before its message, as a logout does, so that neither waits for the other in a circle', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await passNoticePause()
  await gatherNotices(db())
  const [message] = await claimPushMessages(db(), 1)
  if (!message) throw new Error('no message')
  let recorded: Promise<void> = Promise.resolve()
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM push_subscriptions WHERE id = $1 FOR UPDATE', [message.subscriptionId])
    recorded = recordPushResult(db(), message, { outcome: 'DELIVERED' })
    await vi.waitFor(async () => {
      const waiting =
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%push_subscriptions%'"
      expect((await db().rows(waiting)).length).toBe(1)
    }, 5_000)
    // The message isn't locked: a logout deletes the subscription, and must be able to delete the message with it.
    await tx.rows('SELECT FROM push_messages WHERE id = $1 FOR UPDATE NOWAIT', [message.id])
  })
  await recorded
  expect(await db().rows('SELECT FROM push_messages WHERE id = $1', [message.id])).toEqual([])
})
