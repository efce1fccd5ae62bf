import { type Actor, worker } from '#lib/audit/actor.ts'
import { db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { passPause, sendDue } from './browsers.ts'

/** Transitions an order, by default as the worker. */
export const endOrder = (orderId: number, status: OrderStatus, actor: Actor = worker) =>
  transitionOrder(db(), actor, {
    orderId,
    status,
    remains: status === orderStatus.PARTIAL ? 40 : null,
    startCount: null,
    reason: 'test',
  })

/** Transitions orders, lets the pauses pass and sends what is due. */
export async function endAndSend(...ends: [number, OrderStatus][]): Promise<void> {
  for (const [orderId, status] of ends) await endOrder(orderId, status)
  await passPause()
  await sendDue()
}
