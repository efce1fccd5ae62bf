import { type Actor, actorText } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { reasonRequired, remainsRequired, transitionRefused, unknownOrder } from './errors.ts'
import type { OrderStatus } from './labels.ts'
import { type Decision, decideTransition, type OrderState, type Refusal, unsentOrder } from './rules.ts'

export type OrderTransition = {
  orderId: number
  status: OrderStatus
  remains: number | null
  startCount: number | null
  /** Set for a member's own cancel: allowed only while PENDING and before the order was sent. */
  onlyUnsent?: boolean
  reason: string
}

type Transitioned = {
  from: OrderStatus
  to: OrderStatus
  remains: number
  refund: Points
  refunded: Points
  memberId: number
}

const errorOfRefusal: Record<Refusal, () => Error> = {
  TRANSITION: transitionRefused,
  REASON: reasonRequired,
  REMAINS: remainsRequired,
}

// Compare and swap: the order must still be as it was when the transition was decided, so that of several identical
// updates only one refunds. The credit is the difference between the two refund totals.
const transitionAndRefund = `
  WITH settled AS (
    UPDATE orders SET status = $2, remains = $3, refunded = $4::bigint, start_count = coalesce($5, start_count),
      refund_seq = refund_seq + ($4::bigint > $8::bigint)::int
    WHERE id = $1 AND status = $6 AND remains = $7 AND refunded = $8::bigint AND recovered = $12::bigint
      AND NOT ($11::boolean AND sent_at IS NOT NULL)
    RETURNING id, member_id, refund_seq
  ), credit AS (
    UPDATE balances SET point = point + ($4::bigint - $8::bigint) FROM settled
    WHERE balances.member_id = settled.member_id AND $4::bigint > $8::bigint
    RETURNING point
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor, reason)
    SELECT member_id, 'ORDER_REFUND', $4::bigint - $8::bigint, credit.point, 'order', id, refund_seq, $9, nullif($10, '')
    FROM settled, credit
  ), event AS (
    INSERT INTO order_events (order_id, from_status, to_status, actor, reason, remains)
    SELECT id, $6, $2, $9, nullif($10, ''), $3 FROM settled
  )
  SELECT member_id FROM settled`

async function applyDecision(
  db: Db,
  actor: Actor,
  request: OrderTransition,
  order: OrderState,
  decision: Exclude<Decision, { refused: Refusal }>,
) {
  const [row] = await db.rows<{ memberId: number }>(transitionAndRefund, [
    request.orderId,
    decision.to,
    decision.remains,
    decision.refunded,
    request.startCount,
    order.status,
    order.remains,
    order.refunded,
    actorText(actor),
    request.reason,
    request.onlyUnsent ?? false,
    order.recovered,
  ])
  return row
}

/**
 * Transitions an order by the table of docs/contract.md#order-transitions, credits the refund and writes the event, in
 * one statement. What staff do goes through `transitionByStaff`, which adds the audit row.
 * @throws NOT_FOUND; CONFLICT a transition that the table doesn't allow; BAD_INPUT the required reason or remaining
 * quantity is missing
 */
export async function transitionOrder(db: Db, actor: Actor, request: OrderTransition): Promise<Transitioned> {
  // A member's own cancel is decided by the rules for staff; `onlyUnsent` restricts it.
  const by = actor.kind === 'staff' || actor.kind === 'member' ? 'staff' : 'worker'
  for (;;) {
    const [order] = await db.rows<OrderState & { sentAt: Date | null }>(
      'SELECT status, amount, remains, price, refunded, recovered, sent_at FROM orders WHERE id = $1::bigint',
      [request.orderId],
    )
    if (!order) throw unknownOrder()
    if (request.onlyUnsent && !unsentOrder.holds(order)) throw transitionRefused()
    const decision = decideTransition(order, { ...request, by })
    if ('refused' in decision) throw errorOfRefusal[decision.refused]()
    const row = await applyDecision(db, actor, request, order, decision)
    const refund = decision.refunded - order.refunded
    if (row) return { from: order.status, ...decision, refund, memberId: row.memberId }
  }
}
