import { type AutoOrderStatus, autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { type V2Status, v2Statuses } from './labels.ts'

/** Parameters of a request, by name, unparsed. */
export type Fields = Readonly<Record<string, unknown>>

/** Used as the action's name if the one sent isn't a text; no action has this name. */
const UNKNOWN_ACTION = '-'

/**
 * Name of the action that a request asks for; '' if there is none. Widespread clients omit `action` for a refill and
 * its status, so that without it `order` means a refill and `refill` the status of one (docs/contract.md#api-v2).
 */
export function nameOfAction(fields: Fields): string {
  if (fields.action !== undefined) return typeof fields.action === 'string' ? fields.action.trim() : UNKNOWN_ACTION
  if (fields.refill !== undefined || fields.refills !== undefined) return 'refill_status'
  return fields.order !== undefined || fields.orders !== undefined ? 'refill' : ''
}

const writingActions = new Set(['add', 'cancel', 'refill', 'speed_up'])

/**
 * True if an action changes something: it counts against the limit of writing calls, and needs a key with the scope
 * `order`.
 */
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
 * Status of an auto order in API v2, which knows only orders: in progress until the last run has ended; Canceled only
 * if no run delivered anything, because resellers then return the whole price to their customers
 * (docs/contract.md#api-v2).
 */
export function autoStatusText({ status, anyOpen, allPending, allCanceled }: RunSums): V2Status {
  if (anyOpen || status === autoOrderStatus.ACTIVE) return allPending ? v2Statuses[0] : v2Statuses[1]
  if (status === autoOrderStatus.COMPLETED) return v2Statuses[2]
  return allCanceled ? v2Statuses[5] : v2Statuses[3]
}
