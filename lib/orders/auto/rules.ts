import type { Points } from '#lib/money/points.ts'
import { totalQuantity } from '#lib/money/prices.ts'
import { partOf, shareOf } from '#lib/money/share.ts'
import { type AutoOrderStatus, autoOrderStatus } from './labels.ts'

/** How far a repeating order has come: the whole price, and how many of its runs were made. */
export type Progress = { price: Points; runs: number; completed: number }

/** What its next run costs: its exact share, so that all runs sum to the price (docs/contract.md#auto-orders). */
export const priceOfNextRun = ({ price, runs, completed }: Progress): Points => partOf(price, completed, runs)

/** What a cancel gives back: the price but the shares of the runs that were made. */
export const refundOfRest = ({ price, runs, completed }: Progress): Points => price - shareOf(price, completed, runs)

/** Active and with runs left; what was all made is left to its runs. */
export const canCancel = ({ status, runs, completed }: { status: number; runs: number; completed: number }): boolean =>
  status === autoOrderStatus.ACTIVE && completed < runs

type Shown = { amount: number; runs: number; completed: number; status: number }

/** What comes out in the end: all runs, or those made before it was cancelled. */
export const finalQuantity = ({ amount, runs, completed, status }: Shown): number =>
  status === autoOrderStatus.CANCLED ? amount * completed : totalQuantity(amount, runs)

const { COMPLETED, PARTIAL } = autoOrderStatus

/** What a filter finds: 1 means 1 and 3, as PARTIAL is displayed as completed (docs/contract.md#auto-orders). */
export const statusesOf = (status: number): AutoOrderStatus[] =>
  status === COMPLETED ? [COMPLETED, PARTIAL] : [status as AutoOrderStatus]
