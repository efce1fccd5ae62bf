import { isStaffActorSql, staffActorIdSql } from '#lib/audit/actor.ts'
import { orderStatus } from './labels.ts'

const { PENDING, CANCELED } = orderStatus

// Selects the staff member who made the refund `e`. Leaves out refunds of an order that was never sent and was still
// pending at that time: these only return the points paid.
const refundedByStaffSql = `SELECT ${staffActorIdSql('e.actor')} WHERE ${isStaffActorSql('e.actor')}
  AND (o.sent_at IS NOT NULL OR EXISTS (SELECT FROM order_events v
    WHERE v.order_id = o.id AND v.actor = e.actor AND v.from_status <> ${PENDING}))`

// Selects the staff who changed the order's status, and with it perhaps its remaining quantity, except by cancelling it
// unsent. Leaves out remarks, which don't change the status. Also leaves out corrections that raise the remaining
// quantity of a partial order, because `refundedByStaffSql` selects the staff who made the refund of a correction.
const transitionedByStaffSql = `SELECT ${staffActorIdSql('v.actor')} FROM order_events v
  WHERE v.order_id = o.id AND ${isStaffActorSql('v.actor')} AND v.from_status <> v.to_status
    AND NOT (v.from_status = ${PENDING} AND v.to_status = ${CANCELED} AND o.sent_at IS NULL)`

// Selects the staff who resolved a task about the order by stating whether a provider had received it.
const outcomeStatedByStaffSql = `SELECT t.resolved_by FROM tasks t
  WHERE t.ref_type = 'order' AND t.ref_id = o.id AND t.action IN ('sent', 'not-sent') AND t.resolved_by IS NOT NULL`

/**
 * SQL for the member ids of the staff who had a hand in the refund `e` (a row of `point_entries`) of the order `o`.
 * These staff may not pay out in cash, or give back to a card, what rests on the refund
 * (docs/contract.md#second-person). They are the staff who:
 * - made the refund, if the order had been sent or begun;
 * - set the order's status, and perhaps its remaining quantity, on which a refund by the worker or a provider's update
 *   is based;
 * - stated the unknown outcome of sending the order. `sent`: with the provider's order number, whose status then
 *   decides the refund. `not-sent`: the member can then cancel the order.
 */
export const staffBehindRefundSql = `${refundedByStaffSql} UNION ${transitionedByStaffSql} UNION ${outcomeStatedByStaffSql}`
