import { type Actor, worker } from '#lib/audit/actor.ts'
import { db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { passNoticePause, sendDueNotices } from './browsers.ts'

/**
 * Moves an order to a status that ends it, by default as the worker. PARTIAL leaves 40, and
 * isn't possible for a PENDING order.
 */
export const endOrder = (orderId: number, status: OrderStatus, actor: Actor = worker) =>
  transitionOrder(db(), actor, {
    orderId,
    status,
    remains: status === orderStatus.PARTIAL ? 40 : null,
    startCount: null,
    reason: 'test',
  })

/** Ends these orders, makes their notices due and sends them. */
export async function endOrdersAndSend(...ends: [number, OrderStatus][]): Promise<void> {
  for (const [orderId, status] of ends) await endOrder(orderId, status)
  await passNoticePause()
  await sendDueNotices()
}
