import { type Actor, actorText } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { reasonRequired, remainsRequired, transitionRefused, unknownOrder } from './errors.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import {
  decideTransition,
  type OrderState,
  type TransitionDecision,
  type TransitionRefusal,
  unsentOrder,
} from './rules.ts'

/** A transition of an order to `status`, by any actor. */
export type OrderTransition = {
  orderId: number
  status: OrderStatus
  /** New remaining quantity; if null, it follows from the transition's rules. */
  remains: number | null
  /** New start count; null leaves it as it is. */
  startCount: number | null
  /**
   * True: refuses the transition unless the order is PENDING and unsent. Set, for example, when a member cancels it.
   */
  onlyUnsent?: boolean
  reason: string
}

type TransitionResult = {
  from: OrderStatus
  to: OrderStatus
  remains: number
  /** Points that this transition gave back. */
  refund: Points
  /** Sum of all the order's refunds so far, `refund` included. */
  refunded: Points
  memberId: number
}

const errorOfRefusal: Record<TransitionRefusal, () => Error> = {
  TRANSITION: transitionRefused,
  REASON: reasonRequired,
  REMAINS: remainsRequired,
}

// Updates the order only if it is unchanged since the transition was decided, so that only one of several identical
// concurrent transitions refunds. Credits the new sum of refunds ($4) less the old one ($8). When the order leaves
// PENDING, closes its open DELIVERY_DEAR task (the order waits because its routes cost too much). Skips a task that
// staff are answering at this moment.
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
  ), ended_task AS (
    SELECT t.id FROM tasks t WHERE t.kind = 'DELIVERY_DEAR' AND t.ref_type = 'order' AND t.ref_id IN (SELECT id FROM settled) AND t.resolved_at IS NULL
      AND $6 = ${orderStatus.PENDING} AND $2 <> ${orderStatus.PENDING} FOR UPDATE OF t SKIP LOCKED
  ), told AS (
    UPDATE tasks SET resolved_at = now() FROM ended_task WHERE tasks.id = ended_task.id
  )
  SELECT member_id FROM settled`

/** Runs `transitionAndRefund`; returns undefined if the order has changed since it was read. */
async function applyDecision(
  db: Db,
  actor: Actor,
  request: OrderTransition,
  order: OrderState,
  decision: Exclude<TransitionDecision, { refused: TransitionRefusal }>,
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
 * one statement. If the order changed meanwhile, decides again. For staff call `transitionByStaff`, which also writes
 * the audit row.
 * @throws NOT_FOUND; CONFLICT the table doesn't allow the transition, or `onlyUnsent` is set and the order isn't
 * PENDING and unsent; BAD_INPUT a required reason or remaining quantity is missing, or the quantity is no integer
 */
export async function transitionOrder(db: Db, actor: Actor, request: OrderTransition): Promise<TransitionResult> {
  // Members can only cancel their own orders, and only with `onlyUnsent`; the rules for staff apply to them.
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
