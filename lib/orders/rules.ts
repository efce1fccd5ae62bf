import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { predicate } from '#lib/core/predicate.ts'
import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import { shareOf } from '#lib/money/share.ts'
import { type OrderStatus, orderStatus, orderStatuses } from './labels.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/** The state of an order from which its transitions and recoveries are decided. */
export type OrderState = {
  status: OrderStatus
  /** Quantity ordered. */
  amount: number
  /** Quantity that is still to be delivered. */
  remains: number
  /** Price of the whole order. */
  price: Points
  /** Sum of the order's refunds. */
  refunded: Points
  /** Points given back for followers that dropped after the delivery. */
  recovered: Points
}

/**
 * A requested transition. `by`: 'staff' stands for members too, who can only cancel their own unsent orders; 'worker'
 * also stands for a provider's update.
 */
export type TransitionRequest = { status: OrderStatus; remains: number | null; by: 'staff' | 'worker'; reason: string }

/**
 * Why a transition is refused: the order's status doesn't allow it, the reason is missing, or the remaining quantity is
 * missing or no integer.
 */
export type TransitionRefusal = 'TRANSITION' | 'REASON' | 'REMAINS'

/**
 * Result of `decideTransition`: the order's status, remaining quantity and sum of refunds after the transition, or why
 * it is refused.
 */
export type TransitionDecision = { to: OrderStatus; remains: number; refunded: Points } | { refused: TransitionRefusal }

/** True if a transition to this status can refund points. */
export const canTransitionRefund = (status: OrderStatus): boolean => status === PARTIAL || status === CANCELED

/**
 * Matches orders that nobody has begun: they wait to be sent or to be started by hand, or their provider hasn't
 * reported a start yet.
 */
export const pendingOrder = predicate<{ status: number }>({ status: PENDING })

/** Matches orders that have not ended. */
export const openOrder = predicate<{ status: number }>({ status: [PENDING, INPROGRESS, PROCESSING] })

/**
 * Matches orders of the type Subscriptions that have not ended. The public API returns their status even if they are
 * older than a year.
 */
export const openSubscription = predicate<{ status: number; serviceType: ServiceTypeName }>({
  status: [PENDING, INPROGRESS, PROCESSING],
  serviceType: 'Subscriptions',
})

/**
 * Matches pending orders that were not sent. No provider can have received them, so they can be cancelled without
 * asking a provider.
 */
export const unsentOrder = predicate<{ status: number; sentAt: Date | null }>({ status: PENDING, sentAt: null })

/**
 * New statuses allowed to staff and the worker without a reason, by current status
 * (docs/contract.md#order-transitions).
 */
const transitionsWithoutReason: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  [PENDING]: [PROCESSING, INPROGRESS, COMPLETED, CANCELED],
  [PROCESSING]: [INPROGRESS, COMPLETED, PARTIAL, CANCELED],
  [INPROGRESS]: [PROCESSING, COMPLETED, PARTIAL, CANCELED],
}

/** New statuses of an ended order, by its current status, that only staff may set, and only with a reason. */
const corrections: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  [PARTIAL]: [PARTIAL, CANCELED],
  [COMPLETED]: [PARTIAL, CANCELED],
}

/**
 * The order's status after a transition to the status `requested`. PARTIAL becomes COMPLETED if nothing remains, and
 * CANCELED if everything remains (docs/contract.md#order-transitions).
 */
function resultingStatus(requested: OrderStatus, remains: number | null, amount: number): OrderStatus {
  if (requested !== PARTIAL || remains === null) return requested
  if (remains <= 0) return COMPLETED
  return remains >= amount ? CANCELED : PARTIAL
}

/**
 * Sum of an order's refunds after a transition to `to`. For PARTIAL: floor(price x remains / amount), but never less
 * than before, and at most the price less a recovery. For CANCELED: the price less a recovery. Other statuses refund
 * nothing more. The transition credits the difference to the previous sum (docs/contract.md#order-refunds).
 */
export function refundedAfterTransition(order: OrderState, to: OrderStatus, remains: number): Points {
  const maxRefund = order.price - order.recovered
  if (to === CANCELED) return maxRefund
  if (to !== PARTIAL) return order.refunded
  const share = shareOf(order.price, clampRemains(remains, order.amount), order.amount)
  return smallerOf(largerOf(share, order.refunded), maxRefund)
}

/** The order's remaining quantity after a transition to `to` with the remaining quantity `requested`. */
function remainsAfter(order: OrderState, to: OrderStatus, requested: number | null): number {
  if (to === COMPLETED) return 0
  if (requested === null || (to === CANCELED && isTerminal(order.status))) return order.remains
  return clampRemains(requested, order.amount)
}

const clampRemains = (remains: number, amount: number): number => Math.min(Math.max(remains, 0), amount)

/**
 * Decides a requested transition (docs/contract.md#order-transitions). Reads no database: the statement that applies
 * the decision must check that the order is still in the state `order`.
 */
export function decideTransition(order: OrderState, request: TransitionRequest): TransitionDecision {
  const hasBadRemains = request.remains !== null && !Number.isInteger(request.remains)
  if (hasBadRemains || (request.status === PARTIAL && request.remains === null)) return { refused: 'REMAINS' }
  const to = resultingStatus(request.status, request.remains, order.amount)
  const isCorrection = corrections[order.status]?.includes(to)
  if (!transitionsWithoutReason[order.status]?.includes(to) && !(isCorrection && request.by === 'staff'))
    return { refused: 'TRANSITION' }
  const remains = remainsAfter(order, to, request.remains)
  if (order.status === PARTIAL && to === PARTIAL && remains <= order.remains) return { refused: 'TRANSITION' }
  if (isCorrection && request.reason === '') return { refused: 'REASON' }
  return { to, remains, refunded: refundedAfterTransition(order, to, remains) }
}

/** Maximum number of earlier orders that a member can place again at once (docs/product.md#order-history). */
export const MAX_REPEATED_ORDERS = 100

/**
 * A member who has had this many recoveries within RECOVERY_WINDOW_DAYS, by any staff, gets the next one only with a
 * second person's approval.
 */
export const MAX_RECOVERIES = 3
/** Days for which a recovery counts towards MAX_RECOVERIES. */
export const RECOVERY_WINDOW_DAYS = 30

/**
 * Largest quantity for which a recovery can be given: the quantity that was delivered. 0 if the order can have no
 * recovery, because it is open, canceled or refunded in full, or had its one recovery
 * (docs/contract.md#unfollow-recoveries).
 */
export function recoverableQuantity({ status, amount, remains, price, refunded, recovered }: OrderState): number {
  const hasEnded = status === COMPLETED || status === PARTIAL
  return hasEnded && recovered === 0n && refunded < price ? amount - remains : 0
}

/** Points for a dropped quantity: its share of the price, rounded down, but at most the price less the refunds. */
export const recoveryPoints = ({ price, amount, refunded }: OrderState, dropped: number): Points =>
  smallerOf(shareOf(price, dropped, amount), price - refunded)

/**
 * Remaining quantity with which `offeredStatuses` tests whether staff can make the order PARTIAL: 1. For an order that
 * is PARTIAL already: one more than its remaining quantity, because a correction must raise it.
 */
const partialRemains = (order: OrderState): number => (order.status === PARTIAL ? order.remains + 1 : 1)

/** New statuses that the console offers for an order: those allowed to staff who give a reason. */
export function offeredStatuses(order: OrderState): readonly OrderStatus[] {
  const remains = partialRemains(order)
  return orderStatuses.filter((status) => {
    const decision = decideTransition(order, { status, remains, by: 'staff', reason: '-' })
    return 'to' in decision && decision.to === status
  })
}

/** True for the status of an order that has ended; the worker doesn't transition it any more. */
export const isTerminal = (status: OrderStatus): boolean => !openOrder.holds({ status })

type ListedOrder = { id: number; status: number; remains: number }

/**
 * Text that changes when an order of the list changes, or '' if all orders have ended. A screen refetches the list
 * until the text is ''.
 */
export function openOrdersStateText(orders: readonly ListedOrder[]): string {
  return orders.some((order) => openOrder.holds(order))
    ? orders.map(({ id, status, remains }) => `${id}:${status}:${remains}`).join()
    : ''
}

/** Formats the start count; '' if it is null, negative or not a number (docs/contract.md#order-transitions). */
export const startCountText = (count: number | null): string =>
  count === null || !(count >= 0) ? '' : count.toLocaleString('ko-KR')
