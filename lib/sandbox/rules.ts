import { type Points, wholePoints } from '#lib/money/points.ts'
import { shareOf } from '#lib/money/share.ts'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { canCancelAutoOrder, refundOfRunsLeft } from '#lib/orders/auto/rules.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { decideTransition, type TransitionRequest } from '#lib/orders/rules.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/** Balance of a new sandbox, and of one that was just reset or filled up. */
export const SANDBOX_POINTS: Points = wholePoints(100_000)

/** Maximum price, of all orders of a call together, up to which a visitor's balance is filled up. */
const MAX_FILL_UP_PRICE: Points = wholePoints(50_000)

/**
 * True if a visitor's balance `point` must be filled up, because it doesn't cover orders that cost `price` together. So
 * an example copied from the documentation always works (docs/contract.md#sandbox). Orders that cost more than 50,000
 * points (MAX_FILL_UP_PRICE) are refused instead, like real orders that the balance doesn't cover.
 */
export const needsFillUp = (price: Points, point: Points): boolean => price > point && price <= MAX_FILL_UP_PRICE

/** Maximum number of simulated orders of a member, and of a visitor; older ones are deleted. */
export const MAX_SIMULATED_ORDERS_OF_MEMBER = 10_000
export const MAX_SIMULATED_ORDERS_OF_VISITOR = 200

/**
 * Maximum number of visitors with a sandbox; the sandboxes of those who have been away longest are deleted.
 */
export const MAX_SANDBOX_VISITORS = 2_000

/** How a simulated order ends. UNKNOWN: it never ends, like an order whose delivery the provider never confirms. */
export const simulatedOrderOutcomes = ['COMPLETED', 'PARTIAL', 'CANCELED', 'UNKNOWN'] as const

export type SimulatedOrderOutcome = (typeof simulatedOrderOutcomes)[number]

/** The outcome selected by the link of an order, which may contain `#partial`, `#canceled` or `#unknown`. */
export function outcomeOfLink(link: string): SimulatedOrderOutcome {
  const lower = link.toLowerCase()
  if (lower.includes('#partial')) return 'PARTIAL'
  if (/#cancell?ed/.test(lower)) return 'CANCELED'
  return lower.includes('#unknown') ? 'UNKNOWN' : 'COMPLETED'
}

// When a simulated order reaches each status: milliseconds after it was placed.
const PROCESSING_AFTER_MS = 10_000
const IN_PROGRESS_AFTER_MS = 20_000
const ENDS_AFTER_MS = 45_000
/**
 * When the last run of an auto order is made, in milliseconds after the order was placed; the first run is made at
 * once.
 */
const LAST_RUN_AFTER_MS = 40_000

/**
 * Stored facts of a simulated order: how it was placed, and when it was cancelled. Its state is computed from these
 * facts and the time.
 */
export type SimulatedOrder = {
  /** Quantity of one run. */
  amount: number
  /** Number of runs; 1 for an order that isn't an auto order. */
  runs: number
  /** Price of all runs together. */
  price: Points
  outcome: SimulatedOrderOutcome
  createdAt: Date
  canceledAt: Date | null
}

/** State of a simulated order at some time; `refunded` is the sum of its refunds until then. */
export type SimulatedState = { status: OrderStatus; remains: number; startCount: number | null; refunded: Points }

/** The part of an order that is delivered: its quantity and price, and how it ends. */
type Delivery = { amount: number; price: Points; outcome: SimulatedOrderOutcome }
type DeliveryEnd = { status: OrderStatus; remains: number; refunded: Points }

/** The transition that ends a delivery of the quantity `amount`, by outcome. */
const endRequests: Record<
  Exclude<SimulatedOrderOutcome, 'UNKNOWN'>,
  (amount: number) => Omit<TransitionRequest, 'by' | 'reason'>
> = {
  COMPLETED: () => ({ status: COMPLETED, remains: null }),
  PARTIAL: (amount) => ({ status: PARTIAL, remains: Math.ceil(amount / 2) }),
  CANCELED: () => ({ status: CANCELED, remains: null }),
}

/**
 * The state in which a delivery ends, by the rules for real orders; null if it never ends. PARTIAL delivers half of the
 * quantity, rounded down.
 */
export function deliveryEndOf({ amount, price, outcome }: Delivery): DeliveryEnd | null {
  if (outcome === 'UNKNOWN') return null
  const order = { status: INPROGRESS, amount, remains: amount, price, refunded: 0n, recovered: 0n }
  const decision = decideTransition(order, { ...endRequests[outcome](amount), by: 'worker', reason: '' })
  if ('refused' in decision) throw new Error(`a simulated order can't end: ${decision.refused}`)
  return { status: decision.to, remains: decision.remains, refunded: decision.refunded }
}

/** When a simulated order ends by itself. */
export const simulatedEndTimeOf = (createdAt: Date): Date => new Date(createdAt.getTime() + ENDS_AFTER_MS)

/** Milliseconds from the placing of an order to the time `at`. */
const ageOf = (order: SimulatedOrder, at: Date): number => Math.max(0, at.getTime() - order.createdAt.getTime())

const isAuto = ({ runs }: SimulatedOrder): boolean => runs > 1

/** Number of runs that an auto order has made by the time `at`, if it isn't cancelled before. */
function runsMade(order: SimulatedOrder, at: Date): number {
  const share = Math.min(1, ageOf(order, at) / LAST_RUN_AFTER_MS)
  return 1 + Math.floor((order.runs - 1) * share)
}

/**
 * Refund of a cancellation at the time `at`; null if the cancellation is refused (docs/contract.md#order-transitions).
 */
export function refundOfCancellation(order: SimulatedOrder, at: Date): Points | null {
  if (order.canceledAt) return null
  if (!isAuto(order)) return ageOf(order, at) < PROCESSING_AFTER_MS ? order.price : null
  const progress = { ...order, completed: runsMade(order, at), status: autoOrderStatus.ACTIVE }
  return canCancelAutoOrder(progress) ? refundOfRunsLeft(progress) : null
}

/** The part of an order that is delivered: all of it, or the runs made before the cancellation of an auto order. */
export function deliveredPartOf(order: SimulatedOrder): Delivery {
  const { amount, runs, price, outcome, canceledAt } = order
  if (!canceledAt) return { amount: amount * runs, price, outcome }
  const deliveredRuns = isAuto(order) ? runsMade(order, canceledAt) : 0
  return { amount: amount * deliveredRuns, price: shareOf(price, deliveredRuns, runs), outcome }
}

/** Status of an order that has not ended, `age` milliseconds after it was placed. */
function statusOnTheWay(order: SimulatedOrder, age: number): OrderStatus {
  if (order.outcome === 'UNKNOWN' || age < PROCESSING_AFTER_MS) return PENDING
  return age < IN_PROGRESS_AFTER_MS && !isAuto(order) ? PROCESSING : INPROGRESS
}

/** Remaining quantity of a delivery: the whole quantity until it is in progress; then it falls linearly to `atEnd`. */
function remainsOnTheWay({ amount }: Delivery, atEnd: number, age: number): number {
  const share = (age - IN_PROGRESS_AFTER_MS) / (ENDS_AFTER_MS - IN_PROGRESS_AFTER_MS)
  return amount - Math.floor((amount - atEnd) * Math.max(0, share))
}

/**
 * Status of an order that has ended. A cancelled auto order is PARTIAL even if all runs that were made are COMPLETED.
 */
const endStatus = (order: SimulatedOrder, status: OrderStatus): OrderStatus =>
  order.canceledAt && status === COMPLETED ? PARTIAL : status

/**
 * State of a simulated order at the time `at`, computed only from its stored facts and the time, so that no worker has
 * to update it (docs/contract.md#sandbox). The start count follows from the order's id.
 */
export function simulatedState(order: SimulatedOrder, id: number, at: Date): SimulatedState {
  const total = order.amount * order.runs
  if (order.canceledAt && !isAuto(order))
    return { status: CANCELED, remains: total, startCount: null, refunded: order.price }
  const age = ageOf(order, at)
  const delivery = deliveredPartOf(order)
  const end = deliveryEndOf(delivery)
  const runsNotMade = { remains: total - delivery.amount, refunded: order.price - delivery.price }
  const status = statusOnTheWay(order, age)
  if (end && age >= ENDS_AFTER_MS)
    return {
      status: endStatus(order, end.status),
      remains: runsNotMade.remains + end.remains,
      startCount: startCountOf(id),
      refunded: runsNotMade.refunded + end.refunded,
    }
  const remains = end ? remainsOnTheWay(delivery, end.remains, age) : delivery.amount
  return {
    status,
    remains: runsNotMade.remains + remains,
    startCount: status === INPROGRESS ? startCountOf(id) : null,
    refunded: runsNotMade.refunded,
  }
}

/** A start count between 100 and 9,999 that differs between orders with neighbouring ids. */
const startCountOf = (id: number): number => 100 + ((id * 37) % 9_900)
