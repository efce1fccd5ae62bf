import { askIfNeeded, lockDay, type RequestedApproval, type StaffContext } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { unknownOrder } from './errors.ts'
import type { OrderStatus } from './labels.ts'
import { decideTransition, type OrderState, paysBack, unsentOrder } from './rules.ts'
import { transitionOrder } from './transition-order.ts'

export type Transition = {
  orderId: number
  status: OrderStatus
  remains: number | null
  startCount: number | null
  reason: string
}

export type Transitioned = { status: OrderStatus; remains: number; refunded: Points; approval?: RequestedApproval }

type LockedOrder = OrderState & { memberId: number; sentAt: Date | null }

/** Locks an order. @throws NOT_FOUND */
async function lockOrder(tx: Db, orderId: number): Promise<LockedOrder> {
  const [order] = await tx.rows<LockedOrder>(
    `SELECT member_id, status, amount, remains, price, refunded, sent_at FROM orders
     WHERE id = $1::bigint FOR NO KEY UPDATE`,
    [orderId],
  )
  if (!order) throw unknownOrder()
  return order
}

/**
 * Points that a transition would refund, in hundredths; 0 while the order is pending and not sent, as such a refund
 * needs no approval. After that the refund may cover quantities that were delivered.
 */
function refundOfBegun(order: LockedOrder, transition: Transition): Points {
  if (unsentOrder.holds(order)) return 0n
  const decision = decideTransition(order, { ...transition, by: 'staff' })
  return 'refused' in decision ? 0n : decision.refunded - order.refunded
}

const askFor = (
  tx: Db,
  order: LockedOrder,
  { orderId, reason, ...payload }: Transition,
  by: StaffContext,
): Promise<RequestedApproval | null> => {
  const amount = refundOfBegun(order, { orderId, reason, ...payload })
  if (amount === 0n) return Promise.resolve(null)
  const subject = { subjectType: 'order', subjectId: orderId, memberId: order.memberId } as const
  return askIfNeeded(tx, { kind: 'ORDER_REFUND', ...subject, amount, payload, reason }, by)
}

/**
 * Returns null if one person may make this transition; otherwise stores a request for a second person's approval.
 * Refunding delivered quantities has the same effect as giving points away, hence the same limits. Call `lockDay`
 * first.
 * @throws NOT_FOUND; CONFLICT a request for this order is already waiting
 */
export const askForRefund = async (
  tx: Db,
  transition: Transition,
  by: StaffContext,
): Promise<RequestedApproval | null> => askFor(tx, await lockOrder(tx, transition.orderId), transition, by)

type StaffActor = { staffId: number; address: string; confirmedBy?: number }

/** Transitions the order and writes the audit row. */
async function settle(
  tx: Db,
  transition: Transition,
  { staffId, address, confirmedBy }: StaffActor,
): Promise<Transitioned> {
  const settled = await transitionOrder(tx, { ...transition, by: 'staff', actor: `staff:${staffId}` })
  const { from, to, remains, refund, refunded } = settled
  await recordAudit(tx, {
    actorId: staffId,
    action: 'order.transition',
    subjectType: 'order',
    subjectId: transition.orderId,
    before: { status: from },
    after: { status: to, remains, refund: pointsToNumber(refund), ...(confirmedBy && { confirmedBy }) },
    reason: transition.reason || null,
    address,
  })
  return { status: to, remains, refunded }
}

/**
 * Transitions an order for staff. If the order was sent or started, and its refund is above what one person may
 * approve, the transition waits for the confirmation of a second person.
 * @throws OWN_ACCOUNT; CONFLICT a request is already waiting; and the errors of `transitionOrder`
 */
export async function transitionByStaff(db: Database, transition: Transition, by: StaffContext): Promise<Transitioned> {
  const { caller, address } = by
  const { orderId, status } = transition
  const subject = { subjectType: 'order', subjectId: orderId } as const
  if (paysBack(status)) await refuseOwnAccount(db, { caller, address, action: 'order.transition', ...subject })
  return db.transaction(async (tx) => {
    await lockDay(tx, caller.memberId)
    const order = await lockOrder(tx, orderId)
    const approval = await askFor(tx, order, transition, by)
    if (approval) return { status: order.status, remains: order.remains, refunded: order.refunded, approval }
    return settle(tx, transition, { staffId: caller.memberId, address })
  })
}

/** Approval handler: makes a transition that a second person has confirmed. */
export const orderRefundHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [subjectId]),
  run: (tx, { approval: { subjectId, askedBy, payload, reason }, confirmedBy, address }) => {
    const asked = payload as Pick<Transition, 'status' | 'remains' | 'startCount'>
    return settle(tx, { ...asked, orderId: subjectId, reason }, { staffId: askedBy, confirmedBy, address })
  },
}
