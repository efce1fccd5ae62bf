import { isStaffActorSql, staffActorIdSql } from '#lib/audit/actor.ts'
import { orderStatus } from './labels.ts'

const { PENDING, CANCELED } = orderStatus

// The staff member who made the refund `e`, unless the order was never sent and still pending when he refunded it: then
// the refund only returns the points paid for it.
const refundedByStaffSql = `SELECT ${staffActorIdSql('e.actor')} WHERE ${isStaffActorSql('e.actor')}
  AND (o.sent_at IS NOT NULL OR EXISTS (SELECT FROM order_events v
    WHERE v.order_id = o.id AND v.actor = e.actor AND v.from_status <> ${PENDING}))`

// The staff who changed the order's status, and with it perhaps its remaining quantity, except by canceling it unsent.
// A remark, which leaves the status as it is, doesn't count; nor does a larger remaining quantity of a partial order,
// whose refund `refundedByStaffSql` selects.
const transitionedByStaffSql = `SELECT ${staffActorIdSql('v.actor')} FROM order_events v
  WHERE v.order_id = o.id AND ${isStaffActorSql('v.actor')} AND v.from_status <> v.to_status
    AND NOT (v.from_status = ${PENDING} AND v.to_status = ${CANCELED} AND o.sent_at IS NULL)`

// The staff who resolved a task about the order by stating whether a provider had received it.
const outcomeStatedByStaffSql = `SELECT t.resolved_by FROM tasks t
  WHERE t.ref_type = 'order' AND t.ref_id = o.id AND t.action IN ('sent', 'not-sent') AND t.resolved_by IS NOT NULL`

/**
 * SQL for the member ids of the staff who had a hand in the refund `e` (a row of `point_entries`) of the order `o`:
 * - who made the refund, of an order that had been sent or begun;
 * - who set the order's status, and with it perhaps its remaining quantity, by which the worker or a provider's update
 *   refunds;
 * - who stated an unknown outcome of sending the order: `sent`, with the provider's order number, whose status then
 *   decides the refund, or `not-sent`, after which the member can cancel the order.
 *
 * None of them may pay out in cash, or give back to a card, what rests on the refund (docs/contract.md#second-person).
 */
export const staffBehindRefundSql = `${refundedByStaffSql} UNION ${transitionedByStaffSql} UNION ${outcomeStatedByStaffSql}`
