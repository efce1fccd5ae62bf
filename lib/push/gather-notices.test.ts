import { afterEach, beforeEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { endAutoOrders } from '#lib/orders/auto/end-auto-orders.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { logoutCall } from '#lib/sessions/calls.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { gatherNotices } from './gather-notices.ts'
import { makeBrowser, passNoticePause, sendDueNotices, type TestBrowser, turnOnPushIn } from './testing/browsers.ts'
import { endOrder, endOrdersAndSend } from './testing/ended-orders.ts'
import { decryptPush, type FakePushService, startFakePushService } from './testing/push-service.ts'

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

test('many orders that end at once are one notice', async () => {
  const ended: [number, OrderStatus][] = []
  for (let at = 0; at < 37; at++) ended.push([await order(), at % 3 ? orderStatus.COMPLETED : orderStatus.CANCELED])
  await endOrdersAndSend(...ended)
  expect(service.received.length).toBe(1)
  expect(shown()).toMatchObject({ title: '주문 37건이 끝났어요', orders: 37, url: '/order-history' })
})

test('an order waits for others that end soon after, and a second notice for the pause to be over', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await sendDueNotices()
  expect(service.received.length).toBe(0)
  await passNoticePause()
  await sendDueNotices()
  expect(service.received.length).toBe(1)
  await endOrder(await order(), orderStatus.COMPLETED)
  await db().rows(
    "UPDATE push_notices SET told_at = now(), created_at = now() - interval '1 minute' WHERE told_at IS NOT NULL",
  )
  await db().rows("UPDATE push_notices SET created_at = now() - interval '1 minute' WHERE told_at IS NULL")
  await sendDueNotices()
  expect(service.received.length).toBe(1)
  await passNoticePause()
  await sendDueNotices()
  expect(service.received.length).toBe(2)
})

test('staff who end an order cause a notice, a member who cancels his own doesn’t', async () => {
  await endOrder(await order(), orderStatus.CANCELED, memberActor(member.id))
  await passNoticePause()
  await sendDueNotices()
  expect(service.received.length).toBe(0)
  await endOrder(await order(), orderStatus.CANCELED, someStaff)
  await passNoticePause()
  await sendDueNotices()
  expect(shown().title).toBe('주문이 취소됐어요')
})

test('an order is told of once: neither progress nor a correction after its end is', async () => {
  const orderId = await order()
  await endOrdersAndSend([orderId, orderStatus.INPROGRESS])
  expect(service.received.length).toBe(0)
  await endOrdersAndSend([orderId, orderStatus.COMPLETED])
  await endOrder(orderId, orderStatus.PARTIAL, someStaff)
  await endOrder(orderId, orderStatus.CANCELED, someStaff)
  await passNoticePause()
  await sendDueNotices()
  expect(service.received.length).toBe(1)
})

test('what ended days ago while no worker ran isn’t told when one starts, and isn’t counted', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await db().rows("UPDATE push_notices SET created_at = now() - interval '3 days' WHERE told_at IS NULL")
  await sendDueNotices()
  expect(service.received.length).toBe(0)
  const orderId = await order()
  await endOrdersAndSend([orderId, orderStatus.CANCELED])
  expect(shown()).toMatchObject({ title: '주문이 취소됐어요', orders: 1, url: `/order-history?order=${orderId}` })
})

test('runs of an auto order are not told one by one, its end is', async () => {
  const auto = await makeAutoOrder({ memberId: member.id, runs: 2 })
  await endOrdersAndSend([auto.orderId, orderStatus.COMPLETED])
  expect(service.received.length).toBe(0)
  await db().rows('UPDATE auto_orders SET completed = runs, next_run_at = NULL WHERE id = $1', [auto.id])
  await endAutoOrders(db())
  await passNoticePause()
  await sendDueNotices()
  expect(shown()).toMatchObject({ title: '자동주문이 끝났어요', url: '/auto-order-history' })
  await db().rows('UPDATE auto_orders SET completed = 1 WHERE id = $1', [auto.id])
})

test('every browser of the member is told, and nobody else’s', async () => {
  const stranger = await signedIn()
  const [second, strange] = [makeBrowser(service.url), makeBrowser(service.url)]
  await turnOnPushIn(member, second)
  await turnOnPushIn(stranger, strange)
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  const paths = service.received.map(({ path }) => path).sort()
  const pathOf = ({ subscription }: TestBrowser) => new URL(subscription.endpoint).pathname
  expect(paths).toEqual([browser, second].map(pathOf).sort())
})

test('without a browser nothing is written, and one turned on later isn’t told of what ended before', async () => {
  const { id: memberId } = await signedIn({ points: 1_000 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 1 })
  await endOrder(orderId, orderStatus.COMPLETED)
  expect(await db().rows('SELECT FROM push_notices WHERE member_id = $1', [memberId])).toEqual([])
})

test('what waits for a browser goes with it when its member signs out', async () => {
  await endOrder(await order(), orderStatus.COMPLETED)
  await passNoticePause()
  await gatherNotices(db())
  await send(logoutCall, { headers: member.headers })
  const next = await signedIn()
  await turnOnPushIn(next, browser)
  await sendDueNotices()
  expect(service.received).toEqual([])
})

test('two workers that gather and claim at once send a notice once', async () => {
  for (let at = 0; at < 5; at++) await endOrder(await order(), orderStatus.COMPLETED)
  await passNoticePause()
  await Promise.all([sendDueNotices(), sendDueNotices(), sendDueNotices(), sendDueNotices()])
  await sendDueNotices()
  expect(service.received.length).toBe(1)
  expect(shown().orders).toBe(5)
})

test('orders that end together with an auto order are told of as orders, and open the list of orders', async () => {
  const auto = await makeAutoOrder({ memberId: member.id, runs: 2 })
  await endOrder(auto.orderId, orderStatus.COMPLETED)
  await db().rows('UPDATE auto_orders SET completed = runs, next_run_at = NULL WHERE id = $1', [auto.id])
  await endAutoOrders(db())
  await endOrdersAndSend([await order(), orderStatus.COMPLETED])
  expect(shown()).toMatchObject({ title: '주문 2건이 끝났어요', url: '/order-history' })
  await db().rows('UPDATE auto_orders SET completed = 1 WHERE id = $1', [auto.id])
})
