import { belongsToStaff, readStaffDayTotal } from '#lib/approvals/ask-approval.ts'
import { approvalAlreadyWaiting, ownAccountRefused } from '#lib/approvals/errors.ts'
import { isSamePerson } from '#lib/approvals/own-account.ts'
import { type ApprovalLimits, exceedsLimit } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  reasonRequired,
  refillUnderWay,
  refundToFormerMember,
  remainsRequired,
  transitionRefused,
  unknownOrder,
} from '../errors.ts'
import { formerMembersAmong } from '../former-members.ts'
import type { OrderStatus } from '../labels.ts'
import { refundInBatch } from '../refund-in-batch.ts'
import { ordersBeingRefilled } from '../refuse-while-refilled.ts'
import { canTransitionRefund, decideTransition } from '../rules.ts'
import type { BatchPreview } from '../staff-schema.ts'
import type { LockedOrder } from '../transition-by-staff.ts'
import { ordersById, ordersWithWaitingRefund } from './orders-by-id.ts'

type PreviewRow = BatchPreview['rows'][number]
/**
 * A row of the preview. `counted`: the part of its refund that counts towards the approval limits. `hasWaitingRefund`:
 * another refund of the order waits for approval.
 */
type PlannedRow = PreviewRow & { counted: Points; memberId: number; hasWaitingRefund: boolean }

const errorOfRefusal = { TRANSITION: transitionRefused, REASON: reasonRequired, REMAINS: remainsRequired }

const previewRefusal = (id: number, from: number | null, refusal: string): PreviewRow => ({
  ...{ id, from, refund: 0, waits: false, needsReason: false },
  refusal,
})

const refusedRow = (id: number, from: number | null, refusal: string): PlannedRow => ({
  ...previewRefusal(id, from, refusal),
  ...{ counted: 0n, memberId: 0, hasWaitingRefund: false },
})

/**
 * Previews the transition of an order that isn't the actor's own. `markWaiting` decides later whether the refund waits
 * for a second person, or is refused because another refund of the order waits.
 */
function plannedRow(id: number, order: LockedOrder, status: OrderStatus, hasWaitingRefund: boolean): PlannedRow {
  const request = { status, remains: null, by: 'staff' } as const
  const decision = decideTransition(order, { ...request, reason: '-' })
  if ('refused' in decision) return refusedRow(id, order.status, errorOfRefusal[decision.refused]().message)
  return {
    id,
    from: order.status,
    refund: pointsToNumber(decision.refunded - order.refunded),
    waits: false,
    needsReason: 'refused' in decideTransition(order, { ...request, reason: '' }),
    refusal: null,
    counted: refundInBatch(order, status),
    memberId: order.memberId,
    hasWaitingRefund,
  }
}

/**
 * Sets `waits` on the rows whose refund needs a second person:
 * - If the batch exceeds what one staff member may approve at once (`exceedsPerAction`): all rows with a refund.
 * - Otherwise: rows with a refund to an account of staff, and rows whose refund exceeds what is left of the actor's
 *   limit for today.
 * A row that needs a second person is refused instead if its order already has another refund that waits.
 */
async function markWaiting(
  db: Db,
  actor: StaffActor,
  rows: readonly PlannedRow[],
  { perDay, exceedsPerAction }: { perDay: Points; exceedsPerAction: boolean },
): Promise<PreviewRow[]> {
  let totalOfToday = await readStaffDayTotal(db, actor.memberId)
  const markedRows = []
  for (const { counted, memberId, hasWaitingRefund, ...row } of rows) {
    const isStaff = counted > 0n && (await belongsToStaff(db, memberId))
    const needsOther = exceedsPerAction || isStaff || (perDay > 0n && totalOfToday + counted > perDay)
    const waits = counted > 0n && needsOther
    if (!waits) totalOfToday += counted
    const { id, from } = row
    if (waits && hasWaitingRefund) markedRows.push(previewRefusal(id, from, approvalAlreadyWaiting().message))
    else markedRows.push({ ...row, waits })
  }
  return markedRows
}

type PreviewRequest = { ids: readonly number[]; status: OrderStatus; limits: ApprovalLimits }

/**
 * Previews a transition of several orders by this staff member: returns what the transition would do to each order, in
 * the sequence of `ids` (docs/contract.md#order-transitions). Changes nothing.
 */
export async function previewTransitions(
  db: Db,
  actor: StaffActor,
  { ids, status, limits }: PreviewRequest,
): Promise<PreviewRow[]> {
  const [orders, waiting, refilled] = await Promise.all([
    ordersById(db, ids),
    ordersWithWaitingRefund(db, ids),
    ordersBeingRefilled(db, canTransitionRefund(status) ? ids : []),
  ])
  const former = await formerMembersAmong(
    db,
    [...orders.values()].map(({ memberId }) => memberId),
  )
  const rows: PlannedRow[] = []
  for (const id of new Set(ids)) {
    const order = orders.get(id)
    if (!order) rows.push(refusedRow(id, null, unknownOrder().message))
    else if (canTransitionRefund(status) && (await isSamePerson(db, actor.memberId, order.memberId)))
      rows.push(refusedRow(id, order.status, ownAccountRefused().message))
    else if (canTransitionRefund(status) && former.has(order.memberId))
      rows.push(refusedRow(id, order.status, refundToFormerMember().message))
    else if (refilled.has(id)) rows.push(refusedRow(id, order.status, refillUnderWay().message))
    else rows.push(plannedRow(id, order, status, waiting.has(id)))
  }
  const sum = [...orders.values()].reduce((total, order) => total + refundInBatch(order, status), 0n)
  const exceedsPerAction = exceedsLimit(sum, limits.perAction)
  return markWaiting(db, actor, rows, { perDay: limits.perDay, exceedsPerAction })
}
