import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'
import { sendTestEvent } from './send-test-event.ts'
import { setWebhook } from './set-webhook.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'
import {
  deliverDueWebhooks,
  listWebhookDeliveriesOfOrder,
  makeWebhookDeliveries,
  makeWebhookOrder,
  transitionAsStaff,
} from './testing/webhooks.ts'

let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})

afterEach(async () => {
  receiver.stop()
  await db().rows('DELETE FROM webhooks')
  await expectBooksBalance()
})

test.each([
  ['his webhook is saved', (memberId: number) => setWebhook(db(), { memberId, url: receiver.url, enabled: true })],
  ['a test event arrives', (memberId: number) => sendTestEvent(db(), memberId)],
])(
  'when %s, what waits for the end of a pause is sent; what failed is tried again at its time',
  async (_, endPause) => {
    const { orderId, memberId } = await makeWebhookOrder(receiver.url)
    await transitionAsStaff(orderId, orderStatus.INPROGRESS)
    await transitionAsStaff(orderId, orderStatus.COMPLETED)
    await db().rows('UPDATE webhook_deliveries SET attempts = 4 WHERE id = (SELECT min(id) FROM webhook_deliveries)')
    await db().rows('UPDATE webhooks SET failures = 7 WHERE member_id = $1', [memberId])
    receiver.answer(500)
    await deliverDueWebhooks()
    const [, paused] = await listWebhookDeliveriesOfOrder(orderId)
    expect(paused).toMatchObject({ state: 'PENDING', attempts: 0 })
    await transitionAsStaff(orderId, orderStatus.CANCELED)
    receiver.answer(200)
    await endPause(memberId)
    await deliverDueWebhooks()
    const [failed, ...waiting] = await listWebhookDeliveriesOfOrder(orderId)
    expect(waiting.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['DELIVERED', 1],
      ['DELIVERED', 1],
      ['DELIVERED', 1],
    ])
    expect(failed).toMatchObject({ state: 'PENDING', attempts: 5 })
    expect(failed?.wait).toBeGreaterThan(7_000)
  },
)

test('a failure costs as little for a member with many waiting deliveries: they stay as they are until the pause ends', async () => {
  const { memberId } = await makeWebhookOrder(receiver.url)
  await makeWebhookDeliveries(memberId, 50)
  receiver.answer(500)
  await deliverDueWebhooks()
  const waiting = () =>
    db().rows(
      "SELECT id, xmin::text, next_try_at FROM webhook_deliveries WHERE member_id = $1 AND state = 'PENDING' AND attempts = 0 ORDER BY id",
      [memberId],
    )
  const before = await waiting()
  expect(before).toHaveLength(49)
  await db().rows('UPDATE webhooks SET paused_until = NULL, failures = 5 WHERE member_id = $1', [memberId])
  await deliverDueWebhooks()
  expect(await waiting()).toEqual(before.slice(1))
  await deliverDueWebhooks()
  expect(receiver.received).toHaveLength(2)
  const [failed] = await db().rows<{ id: number }>(
    "UPDATE webhook_deliveries SET state = 'FAILED' WHERE id = (SELECT min(id) FROM webhook_deliveries WHERE attempts = 1) RETURNING id",
  )
  await resendWebhookDelivery(db(), { id: failed?.id ?? 0, memberId })
  await deliverDueWebhooks()
  expect(receiver.received).toHaveLength(3)
})
