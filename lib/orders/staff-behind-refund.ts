import { isStaffActorSql, staffActorIdSql } from '#lib/audit/actor.ts'
import { orderStatus } from './labels.ts'

const { PENDING, CANCELED } = orderStatus

// The refund `e` of an order that was never sent and never begun only returns the points paid for it.
const refundedByStaffSql = `SELECT ${staffActorIdSql('e.actor')} WHERE ${isStaffActorSql('e.actor')}
  AND (o.sent_at IS NOT NULL OR EXISTS (SELECT FROM order_events v
    WHERE v.order_id = o.id AND v.actor = e.actor AND v.from_status <> ${PENDING}))`

// Status and remaining quantity are set by transitions; a remark leaves the status as it is.
const movedByStaffSql = `SELECT ${staffActorIdSql('v.actor')} FROM order_events v
  WHERE v.order_id = o.id AND ${isStaffActorSql('v.actor')} AND v.from_status <> v.to_status
    AND NOT (v.from_status = ${PENDING} AND v.to_status = ${CANCELED} AND o.sent_at IS NULL)`

const outcomeStatedByStaffSql = `SELECT t.resolved_by FROM tasks t
  WHERE t.ref_type = 'order' AND t.ref_id = o.id AND t.action IN ('sent', 'not-sent') AND t.resolved_by IS NOT NULL`

/**
 * SQL for the member ids of the staff who had a hand in the refund `e` (a row of `point_entries`) of the order `o`,
 * whoever made the refund itself: they refunded an order that had been sent or begun; they set its status or remaining
 * quantity, by which the worker or a provider's update refunds; or they told the outcome of a delivery that nobody knew:
 * `sent`, with a number that they entered, by whose status the order is refunded, or `not-sent`, after which its member
 * can cancel it. These staff neither pay out nor cancel to a card what rests on the refund
 * (docs/contract.md#second-person).
 */
export const staffBehindRefundSql = `${refundedByStaffSql} UNION ${movedByStaffSql} UNION ${outcomeStatedByStaffSql}`
