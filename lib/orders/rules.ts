import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { predicate } from '#lib/core/predicate.ts'
import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import { shareOf } from '#lib/money/share.ts'
import { type OrderStatus, orderStatus, orderStatuses } from './labels.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

export type OrderState = {
  status: OrderStatus
  amount: number
  remains: number
  price: Points
  refunded: Points
  /** Points given back for followers that dropped after the delivery. */
  recovered: Points
}

/** A requested transition: by staff, or by the worker on a provider's update. */
export type TransitionRequest = { status: OrderStatus; remains: number | null; by: 'staff' | 'worker'; reason: string }

export type TransitionRefusal = 'TRANSITION' | 'REASON' | 'REMAINS'

/**
 * What a transition does: the new status, the remaining quantity and the total of the order's refunds after it; or why
 * it is refused.
 */
export type TransitionDecision = { to: OrderStatus; remains: number; refunded: Points } | { refused: TransitionRefusal }

/** True if a transition to this status can refund points. */
export const canRefund = (status: OrderStatus): boolean => status === PARTIAL || status === CANCELED

/** Orders that wait to be sent or to be started by hand. */
export const pendingOrder = predicate<{ status: number }>({ status: PENDING })

/** Orders that have not ended. */
export const openOrder = predicate<{ status: number }>({ status: [PENDING, INPROGRESS, PROCESSING] })

/**
 * Orders of the type Subscriptions that have not ended. The public API answers with their status however old they are.
 */
export const openSubscription = predicate<{ status: number; serviceType: ServiceTypeName }>({
  status: [PENDING, INPROGRESS, PROCESSING],
  serviceType: 'Subscriptions',
})

/**
 * Pending orders that were not sent: no provider can have received them, so that a cancellation needs no provider's
 * consent.
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

/** New statuses of an ended order that only staff may set, and only with a reason. */
const corrections: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  [PARTIAL]: [PARTIAL, CANCELED],
  [COMPLETED]: [PARTIAL, CANCELED],
}

/**
 * The status that a requested one results in: PARTIAL with nothing remaining becomes COMPLETED, with everything
 * remaining CANCELED (docs/contract.md#order-transitions).
 */
function resultingStatus(request: OrderStatus, remains: number | null, amount: number): OrderStatus {
  if (request !== PARTIAL || remains === null) return request
  if (remains <= 0) return COMPLETED
  return remains >= amount ? CANCELED : PARTIAL
}

/**
 * Total that has been refunded once the order has status `to`: floor(price x remains / amount) for PARTIAL, the whole
 * price for CANCELED, at most the price less a recovery. A transition credits this total less the points refunded
 * before (docs/contract.md#order-refunds).
 */
export function refundTarget(order: OrderState, to: OrderStatus, remains: number): Points {
  const most = order.price - order.recovered
  if (to === CANCELED) return most
  if (to !== PARTIAL) return order.refunded
  const share = shareOf(order.price, clampRemains(remains, order.amount), order.amount)
  return smallerOf(largerOf(share, order.refunded), most)
}

function remainsAfter(order: OrderState, to: OrderStatus, requested: number | null): number {
  if (to === COMPLETED) return 0
  if (requested === null || (to === CANCELED && isTerminal(order.status))) return order.remains
  return clampRemains(requested, order.amount)
}

const clampRemains = (remains: number, amount: number): number => Math.min(Math.max(remains, 0), amount)

/**
 * Decides a requested transition (docs/contract.md#order-transitions). Pure: the statement that applies the decision
 * must check that the order is still in the state given here.
 */
export function decideTransition(order: OrderState, request: TransitionRequest): TransitionDecision {
  const badRemains = request.remains !== null && !Number.isInteger(request.remains)
  if (badRemains || (request.status === PARTIAL && request.remains === null)) return { refused: 'REMAINS' }
  const to = resultingStatus(request.status, request.remains, order.amount)
  const correcting = corrections[order.status]?.includes(to)
  if (!transitionsWithoutReason[order.status]?.includes(to) && !(correcting && request.by === 'staff'))
    return { refused: 'TRANSITION' }
  const remains = remainsAfter(order, to, request.remains)
  if (order.status === PARTIAL && to === PARTIAL && remains <= order.remains) return { refused: 'TRANSITION' }
  if (correcting && request.reason === '') return { refused: 'REASON' }
  return { to, remains, refunded: refundTarget(order, to, remains) }
}

/** Largest number of orders that a member repeats at once (docs/product.md#order-history). */
export const MAX_REPEATED_ORDERS = 100

/**
 * One staff member may give a member this many recoveries within RECOVERY_WINDOW_DAYS; the next needs a second person.
 */
export const MAX_RECOVERIES = 3
export const RECOVERY_WINDOW_DAYS = 30

/**
 * Largest quantity for which a recovery can be given: what was delivered of an ended order. 0 if the order can have no
 * recovery, because it is under way or canceled, or had its one recovery (docs/contract.md#unfollow-recoveries).
 */
export function recoverableQuantity({ status, amount, remains, price, refunded, recovered }: OrderState): number {
  const ended = status === COMPLETED || status === PARTIAL
  return ended && recovered === 0n && refunded < price ? amount - remains : 0
}

/** Points for a dropped quantity: its share of the price, rounded down, at most what no refund has returned yet. */
export const recoveryPoints = ({ price, amount, refunded }: OrderState, dropped: number): Points =>
  smallerOf(shareOf(price, dropped, amount), price - refunded)

/**
 * Remaining quantity with which `offeredStatuses` asks `decideTransition` whether staff can make the order PARTIAL: 1,
 * or for an order that is PARTIAL already, one more than it has, because the same quantity would be no change.
 */
const partialRemains = (order: OrderState): number => (order.status === PARTIAL ? order.remains + 1 : 1)

/** New statuses that the console offers staff for an order: those allowed if staff give a reason. */
export function offeredStatuses(order: OrderState): readonly OrderStatus[] {
  const remains = partialRemains(order)
  return orderStatuses.filter((status) => {
    const decision = decideTransition(order, { status, remains, by: 'staff', reason: '-' })
    return 'to' in decision && decision.to === status
  })
}

/** True if the order has ended; the worker doesn't transition it any more. */
export const isTerminal = (status: OrderStatus): boolean => !openOrder.holds({ status })

type ListedOrder = { id: number; status: number; remains: number }

/**
 * Text that changes when an open order of the list changes; '' if all have ended. A screen fetches the list again and
 * again until the text is empty.
 */
export function openOrdersState(orders: readonly ListedOrder[]): string {
  return orders.some((order) => openOrder.holds(order))
    ? orders.map(({ id, status, remains }) => `${id}:${status}:${remains}`).join()
    : ''
}

/** Formats the start count; '' if it is null, negative or not a number (docs/contract.md#order-transitions). */
export const startCountText = (count: number | null): string =>
  count === null || !(count >= 0) ? '' : count.toLocaleString('ko-KR')
