import { belongsToStaff, dayTotalOf } from '#lib/approvals/ask-approval.ts'
import { approvalWaitsAlready, ownAccount } from '#lib/approvals/errors.ts'
import { isSamePerson } from '#lib/approvals/own-account.ts'
import { type ApprovalLimits, exceedsLimit } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { reasonRequired, refillUnderWay, remainsRequired, transitionRefused, unknownOrder } from '../errors.ts'
import type { OrderStatus } from '../labels.ts'
import { ordersBeingRefilled } from '../refuse-while-refilled.ts'
import { canRefund, decideTransition } from '../rules.ts'
import type { BatchPreview } from '../staff-schema.ts'
import { type LockedOrder, refundNeedingApproval } from '../transition-by-staff.ts'
import { ordersById, ordersWithWaitingRefund } from './orders-by-id.ts'

type PreviewRow = BatchPreview['rows'][number]
/** A row of the preview; `counted` is the part of its refund that counts towards the approval limits. */
type PlannedRow = PreviewRow & { counted: Points; memberId: number }

const errorOfRefusal = { TRANSITION: transitionRefused, REASON: reasonRequired, REMAINS: remainsRequired }

const refusedRow = (id: number, from: number | null, refusal: string): PlannedRow => ({
  ...{ id, from, refund: 0, waits: false, needsReason: false, refusal },
  ...{ counted: 0n, memberId: 0 },
})

/** What the transition would do to an order of another person; `waits` is set later by `markWaiting`. */
function plannedRow(id: number, order: LockedOrder, status: OrderStatus): PlannedRow {
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
    counted: refundNeedingApproval(order, { ...request, reason: '-' }),
    memberId: order.memberId,
  }
}

/**
 * Sets `waits` for the refunds that would need a second person: for all of them if their sum exceeds what one staff
 * member may approve at once, else for those to accounts of staff and those that exceed what is left of the actor's
 * limit for today.
 */
async function markWaiting(db: Db, actor: StaffActor, rows: readonly PlannedRow[], limits: ApprovalLimits) {
  const { perAction, perDay } = limits
  const sum = rows.reduce((total, { counted }) => total + counted, 0n)
  let totalOfToday = await dayTotalOf(db, actor.memberId)
  const markedRows = []
  for (const { counted, memberId, ...row } of rows) {
    const isStaff = counted > 0n && (await belongsToStaff(db, memberId))
    const needsOther = exceedsLimit(sum, perAction) || isStaff || (perDay > 0n && totalOfToday + counted > perDay)
    const waits = counted > 0n && needsOther
    if (!waits) totalOfToday += counted
    markedRows.push({ ...row, waits })
  }
  return markedRows
}

type PreviewRequest = { ids: readonly number[]; status: OrderStatus; limits: ApprovalLimits }

/**
 * What a transition of several orders by this staff member would do to each of them
 * (docs/contract.md#order-transitions), in the sequence of `ids`. Nothing is changed.
 */
export async function previewTransitions(
  db: Db,
  actor: StaffActor,
  { ids, status, limits }: PreviewRequest,
): Promise<PreviewRow[]> {
  const [orders, waiting, refilled] = await Promise.all([
    ordersById(db, ids),
    ordersWithWaitingRefund(db, ids),
    ordersBeingRefilled(db, canRefund(status) ? ids : []),
  ])
  const rows: PlannedRow[] = []
  for (const id of new Set(ids)) {
    const order = orders.get(id)
    if (!order) rows.push(refusedRow(id, null, unknownOrder().message))
    else if (canRefund(status) && (await isSamePerson(db, actor.memberId, order.memberId)))
      rows.push(refusedRow(id, order.status, ownAccount().message))
    else if (refilled.has(id)) rows.push(refusedRow(id, order.status, refillUnderWay().message))
    else {
      const row = plannedRow(id, order, status)
      const blocked = waiting.has(id) && row.counted > 0n
      rows.push(blocked ? refusedRow(id, order.status, approvalWaitsAlready().message) : row)
    }
  }
  return markWaiting(db, actor, rows, limits)
}
