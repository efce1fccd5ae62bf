import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import { type ApprovalHandler, type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import type { ApprovalWhy } from '#lib/approvals/labels.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { formatPoints, type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  orderChangedSincePreview,
  orderEndedSinceRequest,
  refundToFormerMember,
  transitionRefused,
  unknownOrder,
} from './errors.ts'
import { isFormerMemberWithLock } from './former-members.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import { refuseWhileRefilled } from './refuse-while-refilled.ts'
import { canTransitionRefund, decideTransition, isTerminal, type OrderState, unsentOrder } from './rules.ts'
import { refundMessageToMember } from './staff-labels.ts'
import { transitionOrder } from './transition-order.ts'

/** A transition requested by staff. */
export type StaffTransition = {
  orderId: number
  status: OrderStatus
  /** New remaining quantity; if null, it follows from the transition's rules. */
  remains: number | null
  /** New start count; null leaves it as it is. */
  startCount: number | null
  reason: string
  /** True: refuses an order that isn't pending or was sent to a provider. */
  onlyUnsent?: boolean
  /** True: notifies the member of a cancellation or partial refund. */
  notify?: boolean
}

type LimitedTransition = StaffTransition & {
  limits: ApprovalLimits
  /**
   * Why the refund needs a second person's approval, if the caller knows a reason; otherwise `askApprovalIfNeeded`
   * looks for one.
   */
  why?: ApprovalWhy | null
  /** Status that staff saw. If the order has another status by now, the transition is refused. */
  from?: OrderStatus | undefined
}

/**
 * The order's state after the transition. If `approval` is present, the transition waits for a second person and the
 * order is unchanged.
 */
export type StaffTransitionResult = {
  status: OrderStatus
  remains: number
  /** Sum of the order's refunds. */
  refunded: Points
  /** Channel by which the member was notified; null if he wasn't notified. */
  notified: Channel | null
  approval?: RequestedApproval
}

/** A locked order. `sentAt`: when it was sent to a provider; null if it wasn't. */
export type LockedOrder = OrderState & { memberId: number; sentAt: Date | null }

/** Locks an order and returns its state. @throws NOT_FOUND */
export async function lockOrder(tx: Db, orderId: number): Promise<LockedOrder> {
  const [order] = await tx.rows<LockedOrder>(
    `SELECT member_id, status, amount, remains, price, refunded, recovered, sent_at FROM orders
     WHERE id = $1::bigint FOR NO KEY UPDATE`,
    [orderId],
  )
  if (!order) throw unknownOrder()
  return order
}

/**
 * The part of a transition's refund, in hundredths of a point, that counts towards the approval limits. 0 for an order
 * that is pending and was not sent: nothing can have been delivered, so its refund needs no approval. Also 0 for a
 * transition that would be refused.
 */
export function refundNeedingApproval(
  order: Omit<LockedOrder, 'memberId'>,
  transition: Pick<StaffTransition, 'status' | 'remains' | 'reason'>,
): Points {
  if (unsentOrder.holds(order)) return 0n
  const decision = decideTransition(order, { ...transition, by: 'staff' })
  return 'refused' in decision ? 0n : decision.refunded - order.refunded
}

/** A transition as it is stored with an approval request. `from` is the order's status at the request. */
type RequestedTransition = Omit<StaffTransition, 'orderId' | 'reason'> & { from?: OrderStatus }

/**
 * Stores and returns an approval request if the refund of the transition needs one. Otherwise returns null and adds the
 * refund (`refundNeedingApproval`) to the actor's total of today.
 */
const requestApproval = (
  tx: Db,
  actor: StaffActor,
  order: LockedOrder,
  { orderId, reason, limits, why, from: _, ...transition }: LimitedTransition,
): Promise<RequestedApproval | null> => {
  const amount = refundNeedingApproval(order, { reason, ...transition })
  if (amount === 0n) return Promise.resolve(null)
  const subject = { subjectType: 'order', subjectId: orderId, memberId: order.memberId } as const
  const payload: RequestedTransition = { ...transition, from: order.status }
  return askApprovalIfNeeded(tx, actor, { kind: 'ORDER_REFUND', ...subject, amount, payload, reason, limits, why })
}

/**
 * Notifies the member of a cancellation or partial refund if staff asked for it. Returns the channel, or null if he
 * wasn't notified.
 */
function notifyOfRefund(
  tx: Db,
  { orderId, notify = false, reason }: StaffTransition,
  { to, remains, refund, memberId }: Awaited<ReturnType<typeof transitionOrder>>,
): Promise<Channel | null> {
  if (!notify || !canTransitionRefund(to)) return Promise.resolve(null)
  const kind = to === orderStatus.CANCELED ? 'CANCELED' : 'PARTIAL'
  const point = refund > 0n ? formatPoints(refund) : ''
  return notifyMember(tx, memberId, refundMessageToMember({ kind, id: orderId, count: remains, point, reason }))
}

/** Transitions the order, notifies the member if staff asked for it, and writes the audit row. */
async function transitionWithAudit(
  tx: Db,
  actor: StaffActor,
  transition: StaffTransition,
  confirmation?: Confirmation,
): Promise<StaffTransitionResult> {
  const applied = await transitionOrder(tx, actor, transition)
  const { from, to, remains, refund, refunded } = applied
  const notified = await notifyOfRefund(tx, transition, applied)
  await recordAudit(tx, actor, {
    action: 'order.transition',
    subjectType: 'order',
    subjectId: transition.orderId,
    before: { status: from },
    after: {
      status: to,
      remains,
      refund: pointsToNumber(refund),
      ...(notified && { notified }),
      ...confirmationForAudit(confirmation),
    },
    reason: transition.reason,
  })
  return { status: to, remains, refunded, notified }
}

/**
 * Refuses to refund a locked order if its member has deleted his account, or while a refill is with a provider.
 * @throws CONFLICT
 */
async function refuseRefund(tx: Db, orderId: number, { memberId }: LockedOrder): Promise<void> {
  if (await isFormerMemberWithLock(tx, memberId)) throw refundToFormerMember()
  await refuseWhileRefilled(tx, orderId)
}

/**
 * Transitions an order for staff, or stores an approval request that another staff member has to confirm. A request is
 * stored if the order was sent or started and its refund exceeds what `actor` may approve alone (`limits`), goes to an
 * account of staff, or needs a second person for another reason (`why`). The order then stays as it is, and the result
 * has its present state and the request (`approval`). Call `refuseOwnAccount` before the transaction `tx`, and
 * `lockStaffDayTotal` first in it.
 * @throws CONFLICT the refund needs approval while another refund of the order waits for approval, the order's status
 * isn't `from`, `onlyUnsent` is set and the order isn't pending or was sent, or it would become PARTIAL or CANCELED
 * while a refill is with a provider, or after its member has deleted his account; and what `transitionOrder` throws
 */
export async function transitionOrRequestApproval(
  tx: Db,
  actor: StaffActor,
  { limits, ...transition }: LimitedTransition,
): Promise<StaffTransitionResult> {
  const order = await lockOrder(tx, transition.orderId)
  if (transition.from !== undefined && transition.from !== order.status) throw orderChangedSincePreview()
  if (transition.onlyUnsent && !unsentOrder.holds(order)) throw transitionRefused()
  if (canTransitionRefund(transition.status)) await refuseRefund(tx, transition.orderId, order)
  const approval = await requestApproval(tx, actor, order, { limits, ...transition })
  const { status, remains, refunded } = order
  if (approval) return { status, remains, refunded, notified: null, approval }
  return transitionWithAudit(tx, actor, transition)
}

/**
 * Transitions an order for staff, or stores an approval request if the refund needs a second person
 * (`transitionOrRequestApproval`).
 * @throws OWN_ACCOUNT; and what `transitionOrRequestApproval` throws
 */
export async function transitionByStaff(
  db: Database,
  actor: StaffActor,
  transition: LimitedTransition,
): Promise<StaffTransitionResult> {
  const subject = { subjectType: 'order', subjectId: transition.orderId } as const
  if (canTransitionRefund(transition.status))
    await refuseOwnAccount(db, actor, { action: 'order.transition', ...subject })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    return transitionOrRequestApproval(tx, actor, transition)
  })
}

/**
 * Approval handler: makes a transition that a second person has confirmed. Refuses it if the order has ended since the
 * request, because the quantity to be refunded may have been delivered meanwhile.
 */
export const orderRefundHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [subjectId]),
  run: async (tx, { approval: { subjectId, payload, reason }, asker, ...confirmation }) => {
    const { from, ...transition } = payload as RequestedTransition
    const order = await lockOrder(tx, subjectId)
    if (from !== undefined && order.status !== from && isTerminal(order.status)) throw orderEndedSinceRequest()
    await refuseRefund(tx, subjectId, order)
    return transitionWithAudit(tx, asker, { ...transition, orderId: subjectId, reason }, confirmation)
  },
}
