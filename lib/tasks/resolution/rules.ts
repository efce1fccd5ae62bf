import { predicate } from '#lib/core/predicate.ts'
import type { Points } from '#lib/money/points.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { decideTransition, isTerminal, type OrderState, openOrder } from '#lib/orders/rules.ts'
import type { TaskAction } from './labels.ts'

/** Matches open tasks: neither resolved by staff nor closed because their cause is gone. */
export const openTask = predicate<{ resolvedAt: Date | null }>({ resolvedAt: null })

type Detail = Readonly<Record<string, unknown>>

const actionsByKind: Readonly<Record<string, readonly TaskAction[]>> = {
  DELIVERY_UNKNOWN: ['sent', 'not-sent', 'done'],
  DELIVERY_REFUSED: ['retry', 'cancel', 'done'],
  DELIVERY_DEAR: ['send-anyway', 'cancel', 'done'],
  REQUEST_UNKNOWN: ['sent', 'not-sent'],
  DELIVERY_BY_HAND: ['apply', 'done'],
  PROVIDER_DOWN: ['retry', 'done'],
  PROVIDER_FUNDS: ['retry', 'done'],
  REFERRAL_REWARD: ['pay', 'decline'],
  // Staff can't close these tasks; the decision of a second person closes them.
  APPROVAL: [],
  ADJUSTMENT: [],
  // Staff can't close this task; it closes when the change is confirmed, withdrawn or takes effect.
  PENDING_CHANGE: [],
}

/**
 * Actions that staff can choose for a task. A provider's late update can be applied only if the order allows the
 * transition.
 */
export function taskActionsFor(kind: string, detail: Detail): readonly TaskAction[] {
  if (kind === 'DELIVERY_LATE') return detail.applicable === true ? ['apply', 'done'] : ['done']
  // A cancellation is fulfilled by cancelling its order, which refunds it.
  if (kind === 'REQUEST') return [detail.request === 'CANCEL' ? 'cancel' : 'fulfil', 'refuse']
  return actionsByKind[kind] ?? ['done']
}

/**
 * True for actions that staff may not perform for their own account. Some of them decide whether points are credited.
 * Others may let a provider deliver twice for one payment, or deliver at a cost above the paid price. With `sent`,
 * staff enter the provider's number of the order, and the status that the provider reports for this number may refund
 * the order.
 */
export const mayAffectPoints = (action: TaskAction): boolean =>
  ['apply', 'cancel', 'sent', 'not-sent', 'send-anyway', 'pay', 'decline', 'fulfil', 'refuse'].includes(action)

/**
 * True if a task can't be marked as done while its order has this status. A DELIVERY_UNKNOWN task waits until the order
 * has ended, a DELIVERY_DEAR task only until the order no longer waits to be sent.
 */
export const isDoneBlocked = (kind: string, status: OrderStatus): boolean =>
  (kind === 'DELIVERY_UNKNOWN' && !isTerminal(status)) || (kind === 'DELIVERY_DEAR' && status === orderStatus.PENDING)

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Points that a transition by staff would refund now; null if the transition isn't allowed. */
function refundOf(order: OrderState, status: OrderStatus, remains: number | null): Points | null {
  const decision = decideTransition(order, { status, remains, by: 'staff', reason: '-' })
  return 'refused' in decision ? null : decision.refunded - order.refunded
}

/**
 * Points that the task's action 'apply' or 'cancel' would refund now, in hundredths; null if the task has neither
 * action, or the order no longer allows it.
 */
export function computeTaskRefund(kind: string, detail: Detail, order: OrderState): Points | null {
  if (kind === 'DELIVERY_REFUSED' || kind === 'DELIVERY_DEAR') return order.price - order.refunded
  if (kind === 'REQUEST')
    return detail.request === 'CANCEL' && openOrder.holds(order) ? refundOf(order, orderStatus.CANCELED, null) : null
  if (kind !== 'DELIVERY_LATE' && kind !== 'DELIVERY_BY_HAND') return null
  return refundOf(order, detail.status as OrderStatus, numberOrNull(detail.remains))
}
