import { notNull, predicate } from '#lib/core/predicate.ts'
import type { Points } from '#lib/money/points.ts'
import { totalQuantity } from '#lib/money/prices.ts'
import { partOf, shareOf } from '#lib/money/share.ts'
import { type AutoOrderStatus, autoOrderStatus } from './labels.ts'

/**
 * How far an auto order is: the price of all its runs together, how many runs it has, and how many of them were made.
 */
export type RunProgress = { price: Points; runs: number; completed: number }

/** Price of the next run. The prices of all runs add up to the auto order's price (docs/contract.md#auto-orders). */
export const priceOfNextRun = ({ price, runs, completed }: RunProgress): Points => partOf(price, completed, runs)

/** Refund when an auto order is cancelled: its price less the prices of the runs that were made. */
export const refundOfRunsLeft = ({ price, runs, completed }: RunProgress): Points =>
  price - shareOf(price, completed, runs)

type StatusField = { status: number }
type HoldState = StatusField & { heldAt: Date | string | null }

/** Auto orders that have not ended. */
export const activeAutoOrder = predicate<StatusField>({ status: autoOrderStatus.ACTIVE })

/** Auto orders that are active but wait until their service can be ordered again. */
export const heldAutoOrder = predicate<HoldState>({ status: autoOrderStatus.ACTIVE, heldAt: notNull })

/**
 * Auto orders that are active and not held: their runs are made when due, unless the member owes points or an open
 * order is on the link.
 */
export const runningAutoOrder = predicate<HoldState>({ status: autoOrderStatus.ACTIVE, heldAt: null })

/** True while the auto order is active and has runs left. */
export const canCancel = (order: StatusField & { runs: number; completed: number }): boolean =>
  activeAutoOrder.holds(order) && order.completed < order.runs

/** Why an active auto order makes no runs: its service can't be ordered (HELD), or its member owes points (DEBT). */
export type WaitReason = 'HELD' | 'DEBT'

/**
 * Why the next run of an auto order waits; null if it doesn't wait, or if there is none. `memberOwes` is true if the
 * member has an open debt. A debt doesn't count while the service can't be ordered: paying it wouldn't let the runs go
 * on.
 */
export function waitReasonOf(
  order: HoldState & { runs: number; completed: number; memberOwes: boolean },
): WaitReason | null {
  if (isHeld(order)) return 'HELD'
  return order.memberOwes && canCancel(order) ? 'DEBT' : null
}

/** Hours for which a debt may stay open after its member was told of it, before his auto orders are cancelled. */
export const MAX_DEBT_HOURS = 72

/** True for a held auto order (`heldAutoOrder`). */
export const isHeld = (order: HoldState): boolean => heldAutoOrder.holds(order)

type QuantityFields = { amount: number; runs: number; completed: number; status: number }

/** Quantity of all runs together; of a cancelled auto order only the runs made before the cancellation count. */
export const finalQuantity = ({ amount, runs, completed, status }: QuantityFields): number =>
  status === autoOrderStatus.CANCLED ? amount * completed : totalQuantity(amount, runs)

const { COMPLETED, PARTIAL } = autoOrderStatus

/**
 * Statuses that a filter selects: COMPLETED also selects PARTIAL, which is displayed as completed
 * (docs/contract.md#auto-orders).
 */
export const statusesOfFilter = (status: number): AutoOrderStatus[] =>
  status === COMPLETED ? [COMPLETED, PARTIAL] : [status as AutoOrderStatus]
