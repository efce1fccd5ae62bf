import type { MemberActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { unknownOrder } from './errors.ts'
import { orderStatus } from './labels.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * Cancels a member's own order with a full refund, if it is pending and wasn't sent to a provider
 * (docs/contract.md#order-transitions).
 * @throws NOT_FOUND no such order, or another member's; CONFLICT the order isn't pending, or was already sent
 */
export async function cancelOrder(db: Db, actor: MemberActor, { orderId }: { orderId: number }) {
  const found = await db.rows('SELECT FROM orders WHERE id = $1::bigint AND member_id = $2', [orderId, actor.memberId])
  if (found.length === 0) throw unknownOrder()
  return transitionOrder(db, actor, {
    orderId,
    status: orderStatus.CANCELED,
    remains: null,
    startCount: null,
    onlyUnsent: true,
    reason: '',
  })
}
