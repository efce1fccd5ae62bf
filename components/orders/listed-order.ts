import type { OrderRow } from '#lib/orders/schema.ts'
import type { OrderRequests } from '#lib/requests/schema.ts'

/**
 * An order of the history; `orderable` is false if its product can't be ordered now. `requestInfo` says which requests
 * (refill, cancellation, speed-up) can be made about the order now, or why not, and lists those that were made.
 */
export type ListedOrder = OrderRow & {
  /** Display name of the service. */
  readonly product: string
  readonly orderable: boolean
  readonly requestInfo?: OrderRequests | null
}
