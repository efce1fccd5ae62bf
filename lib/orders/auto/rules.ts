import { notNull, predicate } from '#lib/core/predicate.ts'
import type { Points } from '#lib/money/points.ts'
import { totalQuantity } from '#lib/money/prices.ts'
import { partOf, shareOf } from '#lib/money/share.ts'
import { type AutoOrderStatus, autoOrderStatus } from './labels.ts'

/** Progress of an auto order: price of all runs together, number of runs, and number of runs made (`completed`). */
export type RunProgress = { price: Points; runs: number; completed: number }

/** Price of the next run. The prices of all runs add up to the auto order's price (docs/contract.md#auto-orders). */
export const priceOfNextRun = ({ price, runs, completed }: RunProgress): Points => partOf(price, completed, runs)

/** Refund when an auto order is cancelled: its price less the prices of the runs that were made. */
export const refundOfRunsLeft = ({ price, runs, completed }: RunProgress): Points =>
  price - shareOf(price, completed, runs)

type StatusField = { status: number }
type HoldState = StatusField & { heldAt: Date | string | null }

/** Matches auto orders that have not ended. */
export const activeAutoOrder = predicate<StatusField>({ status: autoOrderStatus.ACTIVE })

/** Matches auto orders that are active but wait until their service can be ordered again. */
export const heldAutoOrder = predicate<HoldState>({ status: autoOrderStatus.ACTIVE, heldAt: notNull })

/**
 * Matches auto orders that are active and not held. Their runs are made when due, unless the member owes points or has
 * an open order on the link.
 */
export const runningAutoOrder = predicate<HoldState>({ status: autoOrderStatus.ACTIVE, heldAt: null })

/** True if the auto order can be cancelled: it is active and has runs left. */
export const canCancelAutoOrder = (order: StatusField & { runs: number; completed: number }): boolean =>
  activeAutoOrder.holds(order) && order.completed < order.runs

/** Why an active auto order makes no runs: its service can't be ordered (HELD), or its member owes points (DEBT). */
export type AutoOrderWaitReason = 'HELD' | 'DEBT'

/**
 * Why the next run of an auto order waits; null if it doesn't wait or no run is left. `memberOwes`: the member has an
 * open debt. HELD takes precedence over DEBT, because paying the debt doesn't help while the service can't be ordered.
 */
export function findAutoOrderWaitReason(
  order: HoldState & { runs: number; completed: number; memberOwes: boolean },
): AutoOrderWaitReason | null {
  if (isHeldAutoOrder(order)) return 'HELD'
  return order.memberOwes && canCancelAutoOrder(order) ? 'DEBT' : null
}

/** Hours that a member has to pay a debt after he was notified of it. Then his auto orders are cancelled. */
export const MAX_DEBT_HOURS = 72

/** True for a held auto order (`heldAutoOrder`). */
export const isHeldAutoOrder = (order: HoldState): boolean => heldAutoOrder.holds(order)

type QuantityFields = { amount: number; runs: number; completed: number; status: number }

/** Quantity of all runs together; for a cancelled auto order, of the runs made before the cancellation. */
export const finalQuantity = ({ amount, runs, completed, status }: QuantityFields): number =>
  status === autoOrderStatus.CANCLED ? amount * completed : totalQuantity(amount, runs)

const { COMPLETED, PARTIAL } = autoOrderStatus

/**
 * Statuses that a filter selects: COMPLETED also selects PARTIAL, which is displayed as completed
 * (docs/contract.md#auto-orders).
 */
export const expandAutoOrderStatusFilter = (status: number): AutoOrderStatus[] =>
  status === COMPLETED ? [COMPLETED, PARTIAL] : [status as AutoOrderStatus]
