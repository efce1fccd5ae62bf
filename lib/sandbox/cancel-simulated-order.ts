import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import { transitionRefused, unknownOrder } from '#lib/orders/errors.ts'
import { type StoredSimulatedOrder, simulatedOrderColumns } from './queries.ts'
import { deliveredPartOf, deliveryEndOf, refundOfCancellation } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Cancels a simulated order under the rules for members' real orders: a one-off order while it is pending; of an auto
 * order, the runs that were not made yet. The public test key can cancel only orders that were placed from the same IP
 * address.
 * @throws NOT_FOUND; CONFLICT it can't be cancelled any more
 */
export function cancelSimulatedOrder(
  db: Database,
  { memberId, visitor }: SandboxOwner,
  { orderId }: { orderId: number },
): Promise<void> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [order] = await tx.rows<StoredSimulatedOrder>(
      `SELECT ${simulatedOrderColumns} FROM sandbox_orders o JOIN sandboxes b ON b.id = o.sandbox_id
       WHERE o.id = $1 AND (b.member_id = $2 OR b.visitor = $3) FOR UPDATE OF o`,
      [orderId, memberId, visitor],
    )
    if (!order) throw unknownOrder()
    const refund = refundOfCancellation(order, now)
    if (refund === null) throw transitionRefused()
    const end = deliveryEndOf(deliveredPartOf({ ...order, canceledAt: now }))
    await tx.rows('UPDATE sandbox_orders SET canceled_at = $2, cancel_refund = $3, end_refund = $4 WHERE id = $1', [
      orderId,
      now,
      refund,
      end?.refunded ?? 0n,
    ])
  })
}
