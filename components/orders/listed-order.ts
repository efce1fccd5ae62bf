import type { OrderRow } from '#lib/orders/schema.ts'
import type { OrderRequests } from '#lib/requests/schema.ts'

/**
 * An order of the history; `orderable` is false if its product can't be ordered now. `asked` has the requests that the
 * member can make about it now, and those that he has made.
 */
export type ListedOrder = OrderRow & {
  readonly product: string
  readonly orderable: boolean
  readonly asked?: OrderRequests | null
}
