import type { OrderRow } from '#lib/orders/schema.ts'
import type { OrderRequests } from '#lib/requests/schema.ts'

/**
 * An order of the history; `orderable` is false if its product can't be ordered now. `requestInfo` contains the refill,
 * cancellation and speed-up requests that the member can make about the order now, and those that he has made.
 */
export type ListedOrder = OrderRow & {
  /** Display name of the service. */
  readonly product: string
  readonly orderable: boolean
  readonly requestInfo?: OrderRequests | null
}
