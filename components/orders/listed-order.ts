import type { OrderRow } from '#lib/orders/schema.ts'
import type { OrderRequests } from '#lib/requests/schema.ts'

/**
 * An order of the history. `orderable` is false if its product can't be ordered now. `requestInfo` lists the requests
 * made about the order (refill, cancellation, speed-up), and which of them can be made now, or why not.
 */
export type ListedOrder = OrderRow & {
  /** Display name of the service. */
  readonly product: string
  readonly orderable: boolean
  readonly requestInfo?: OrderRequests | null
}
