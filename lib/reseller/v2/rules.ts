import { type AutoOrderStatus, autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { type V2Status, v2Statuses } from './labels.ts'

/** Parameters of a request, by name, unparsed. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Action of a request; '' if it names none. Widespread clients leave it out where they ask for a refill or its status,
 * so an order alone means a refill, the number of a refill its status (docs/contract.md#api-v2).
 */
export function nameOfAction(fields: Fields): string {
  if (fields.action !== undefined) return String(fields.action).trim()
  if (fields.refill !== undefined || fields.refills !== undefined) return 'refill_status'
  return fields.order !== undefined || fields.orders !== undefined ? 'refill' : ''
}

const writingActions = new Set(['add', 'cancel', 'refill'])

/** True if an action writes: it counts against the limit of writing calls, and its key needs the scope to order. */
export const isWriting = (action: string): boolean => writingActions.has(action)

/** Sums over the runs of an auto order. */
export type RunSums = {
  status: AutoOrderStatus
  /** A run hasn't ended. */
  anyOpen: boolean
  /** No run has begun. */
  allPending: boolean
  /** No run was delivered, not even in part. */
  allCanceled: boolean
}

/**
 * Status of an auto order as that of one order: under way until its last run has ended, Canceled only if nothing of it
 * was delivered, because a reseller then returns the whole price (docs/contract.md#api-v2).
 */
export function autoStatusText({ status, anyOpen, allPending, allCanceled }: RunSums): V2Status {
  if (anyOpen || status === autoOrderStatus.ACTIVE) return allPending ? v2Statuses[0] : v2Statuses[1]
  if (status === autoOrderStatus.COMPLETED) return v2Statuses[2]
  return allCanceled ? v2Statuses[5] : v2Statuses[3]
}
