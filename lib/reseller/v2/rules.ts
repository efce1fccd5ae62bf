import { type AutoOrderStatus, autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { type V2Status, v2Statuses } from './labels.ts'

/** Parameters of a request by name, as they were sent. */
export type Fields = Readonly<Record<string, unknown>>

/** Used as the action's name if `action` isn't a text; no action has this name. */
const UNKNOWN_ACTION = '-'

/**
 * Name of the requested action; '' if there is none. Widespread clients omit `action` for a refill and its status.
 * Without `action`, a request with `refill` or `refills` means `refill_status`, and any other request with `order` or
 * `orders` means `refill` (docs/contract.md#api-v2).
 */
export function nameOfAction(fields: Fields): string {
  if (fields.action !== undefined) return typeof fields.action === 'string' ? fields.action.trim() : UNKNOWN_ACTION
  if (fields.refill !== undefined || fields.refills !== undefined) return 'refill_status'
  return fields.order !== undefined || fields.orders !== undefined ? 'refill' : ''
}

const writingActions = new Set(['add', 'cancel', 'refill', 'speed_up'])

/**
 * True if an action changes something. It then counts against the rate limit of writing calls, and needs an API key
 * with the scope `order`.
 */
export const isWritingAction = (action: string): boolean => writingActions.has(action)

/** Status of an auto order, and facts about all its runs together. */
export type RunFacts = {
  status: AutoOrderStatus
  /** At least one run hasn't ended. */
  anyOpen: boolean
  /** No run has begun. */
  allPending: boolean
  /** All runs were delivered in full. */
  allCompleted: boolean
  /** No run was delivered, not even in part. */
  allCanceled: boolean
}

/**
 * Status of an auto order in API v2, which has no status for auto orders. It is Pending or In progress until the last
 * run has ended. After that, the present states of its runs determine the status: staff may have corrected a run since
 * the auto order ended, and resellers pay back to their customers what wasn't delivered. The status is Completed only
 * if every run was delivered in full, and Canceled only if no run delivered anything (docs/contract.md#api-v2).
 */
export function autoStatusText({ status, anyOpen, allPending, allCompleted, allCanceled }: RunFacts): V2Status {
  if (anyOpen || status === autoOrderStatus.ACTIVE) return allPending ? v2Statuses[0] : v2Statuses[1]
  if (allCanceled) return v2Statuses[5]
  return allCompleted && status !== autoOrderStatus.CANCLED ? v2Statuses[2] : v2Statuses[3]
}
