import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { type Actor, actorText, type StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import { formatPoints, type Points, pointsToNumber } from '#lib/money/points.ts'
import { reasonRequired } from '../errors.ts'
import { noRunsToCancel, unknownAutoOrder } from './errors.ts'
import { autoOrderCancelMessage, autoOrderStatus } from './labels.ts'
import { activeAutoOrder, canCancelAutoOrder, type RunProgress, refundOfRunsLeft } from './rules.ts'

export type AutoOrderCancellation = {
  autoOrderId: number
  reason: string
  /**
   * True: cancels the auto order only if it has been held for 72 hours. `cancelLongHeld` sets this field, because the
   * auto order may have been resumed after `cancelLongHeld` read it.
   */
  onlyHeld?: boolean
}

/** `completed`: number of runs made; `left`: number of runs not made; `refund`: points given back for the runs left. */
export type CanceledAutoOrder = { memberId: number; completed: number; left: number; refund: Points }

type AutoOrderState = RunProgress & { status: number; memberId: number }

// Cancels the auto order and credits the refund in one statement, but only if the number of runs made is still $2, the
// number that was read before. So a concurrent run is never both made and refunded.
const cancelAndRefund = `
  WITH canceled AS (
    UPDATE auto_orders SET status = ${autoOrderStatus.CANCLED}, refunded = $3::bigint, next_run_at = NULL, held_at = NULL
    WHERE id = $1 AND ${activeAutoOrder.sql()} AND completed = $2 AND refunded = 0
      AND (NOT $6::boolean OR held_at <= now() - interval '72 hours')
    RETURNING id, member_id
  ), credit AS (
    UPDATE balances SET point = point + $3::bigint FROM canceled
    WHERE balances.member_id = canceled.member_id AND $3::bigint > 0
    RETURNING point
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, reason)
    SELECT member_id, 'AUTO_ORDER_REFUND', $3::bigint, credit.point, 'auto-order', id, $4, nullif($5, '')
    FROM canceled, credit
  )
  SELECT id FROM canceled`

/** Reads an auto order, if it can be cancelled. @throws NOT_FOUND; CONFLICT it can't be cancelled now */
async function cancelableState(
  db: Db,
  actor: Actor,
  { autoOrderId, onlyHeld = false }: AutoOrderCancellation,
): Promise<AutoOrderState> {
  const [state] = await db.rows<AutoOrderState & { isHeldLong: boolean | null }>(
    `SELECT member_id, status, price, runs, completed, held_at <= now() - interval '72 hours' AS is_held_long
     FROM auto_orders WHERE id = $1::bigint AND ($2::int IS NULL OR member_id = $2)`,
    [autoOrderId, actor.kind === 'member' ? actor.memberId : null],
  )
  if (!state) throw unknownAutoOrder()
  if (!canCancelAutoOrder(state) || (onlyHeld && !state.isHeldLong)) throw noRunsToCancel()
  return state
}

/**
 * Cancels an auto order and refunds the runs that were not made, in one statement (docs/contract.md#auto-orders). A
 * member may cancel only his own auto orders.
 * @throws NOT_FOUND no such auto order, or another member's; CONFLICT it has ended, all runs were made, or `onlyHeld`
 * is set and it hasn't been held for 72 hours
 */
export async function cancelAutoOrder(db: Db, actor: Actor, cancel: AutoOrderCancellation): Promise<CanceledAutoOrder> {
  for (;;) {
    const state = await cancelableState(db, actor, cancel)
    const { memberId, completed, runs } = state
    const refund = refundOfRunsLeft(state)
    const { autoOrderId, reason, onlyHeld = false } = cancel
    const rows = await db.rows(cancelAndRefund, [autoOrderId, completed, refund, actorText(actor), reason, onlyHeld])
    if (rows.length > 0) return { memberId, completed, left: runs - completed, refund }
  }
}

/**
 * Cancels an auto order and notifies its member of the refund, if he can be reached (`notifyMember`). `tx` must be a
 * transaction, so that the message is sent only if the cancellation commits.
 * @throws what `cancelAutoOrder` throws
 */
export async function cancelAutoOrderAndNotify(
  tx: Db,
  actor: Actor,
  cancel: AutoOrderCancellation,
): Promise<CanceledAutoOrder> {
  const canceled = await cancelAutoOrder(tx, actor, cancel)
  const details = { id: cancel.autoOrderId, left: canceled.left, refund: formatPoints(canceled.refund) }
  const { subject, body } = autoOrderCancelMessage
  await notifyMember(tx, canceled.memberId, { subject, body: body(details) })
  return canceled
}

/**
 * Cancels an auto order for staff, with a reason, and notifies its member.
 * @throws BAD_INPUT no reason; OWN_ACCOUNT; and what `cancelAutoOrder` throws
 */
export async function cancelAutoOrderByStaff(
  db: Database,
  actor: StaffActor,
  { autoOrderId, reason }: Pick<AutoOrderCancellation, 'autoOrderId' | 'reason'>,
): Promise<CanceledAutoOrder> {
  if (reason === '') throw reasonRequired()
  const subject = { subjectType: 'auto-order', subjectId: autoOrderId } as const
  await refuseOwnAccount(db, actor, { action: 'auto-order.cancel', ...subject })
  return db.transaction(async (tx) => {
    const canceled = await cancelAutoOrderAndNotify(tx, actor, { autoOrderId, reason })
    const { completed, refund } = canceled
    await recordAudit(tx, actor, {
      action: 'auto-order.cancel',
      ...subject,
      before: { status: autoOrderStatus.ACTIVE },
      after: { id: autoOrderId, status: autoOrderStatus.CANCLED, completed, refunded: pointsToNumber(refund) },
      reason,
    })
    return canceled
  })
}
