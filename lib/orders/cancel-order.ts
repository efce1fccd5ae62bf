import type { Db } from '#lib/core/db.ts'
import { unknownOrder } from './errors.ts'
import { orderStatus } from './labels.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * Cancels a member's own order with a full refund, while it is pending and was not sent to a provider
 * (docs/contract.md#order-transitions).
 * @throws NOT_FOUND no such order, or another member's; CONFLICT the order was already sent or started
 */
export async function cancelOrder(db: Db, { orderId, memberId }: { orderId: number; memberId: number }) {
  const mine = await db.rows('SELECT FROM orders WHERE id = $1::bigint AND member_id = $2', [orderId, memberId])
  if (mine.length === 0) throw unknownOrder()
  return transitionOrder(db, {
    orderId,
    status: orderStatus.CANCELED,
    remains: null,
    startCount: null,
    by: 'staff',
    onlyUnsent: true,
    actor: `member:${memberId}`,
    reason: '',
  })
}
