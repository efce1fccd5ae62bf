import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import type { AddressPolicy } from '#lib/core/outgoing.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { OrderStatus } from '#lib/orders/labels.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { claimWebhookDeliveries } from '../claim-webhook-deliveries.ts'
import { deliverWebhook } from '../deliver-webhook.ts'
import { setWebhook } from '../set-webhook.ts'

type WebhookOrder = { memberId: number; orderId: number; secret: string }

/** Creates a member with this webhook and one pending order. */
export async function makeWebhookOrder(url: string): Promise<WebhookOrder> {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const secret = (await setWebhook(db(), { memberId, url, enabled: true })) ?? ''
  const orderId = await makeOrder({ memberId, serviceId: await makeService(), amount: 100 })
  return { memberId, orderId, secret }
}

/** Transitions the order as staff. */
export const transitionAsStaff = (orderId: number, status: OrderStatus, remains: number | null = null) =>
  transitionOrder(db(), someStaff, { orderId, status, remains, startCount: null, reason: 'test' })

export type WebhookDelivery = {
  id: number
  state: string
  attempts: number
  httpStatus: number | null
  fault: string | null
  /** Seconds until the delivery's next attempt. */
  wait: number
}

/** Webhook deliveries of an order, oldest first. */
export const listWebhookDeliveriesOfOrder = (orderId: number): Promise<WebhookDelivery[]> =>
  db().rows<WebhookDelivery>(
    `SELECT id, state, attempts, http_status, fault, extract(epoch FROM next_try_at - now())::float8 AS wait
     FROM webhook_deliveries WHERE order_id = $1 ORDER BY id`,
    [orderId],
  )

/** Creates a failed delivery of this member. Returns its id. */
export async function makeFailedWebhookDelivery(memberId: number): Promise<number> {
  await setWebhook(db(), { memberId, url: 'http://127.0.0.1:9/hook', enabled: true })
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO webhook_deliveries (member_id, order_id, status, remains, refunded, state)
     VALUES ($1, 1, ${orderStatus.COMPLETED}, 0, 0, 'FAILED') RETURNING id`,
    [memberId],
  )
  return id
}

/** Sends due deliveries as the worker does, until none is due. */
export async function deliverDueWebhooks(policy?: AddressPolicy): Promise<void> {
  for (let claimed = -1; claimed !== 0; ) {
    const due = await claimWebhookDeliveries(db(), { prompt: 1_000, other: 1_000 })
    claimed = due.length
    await Promise.all(due.map((each) => deliverWebhook(db(), each, policy)))
  }
}

/** Creates `count` due deliveries to this member. The order that they are about needn't exist. */
export const makeWebhookDeliveries = (memberId: number, count = 1) =>
  db().rows(
    `INSERT INTO webhook_deliveries (member_id, order_id, status, remains, refunded, next_try_at)
     SELECT $1, 1, ${orderStatus.INPROGRESS}, 100, 0, now() - interval '1 millisecond' FROM generate_series(1, $2::int)`,
    [memberId, count],
  )
