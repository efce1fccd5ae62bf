import type { OrderRow } from '#lib/orders/schema.ts'

/** An order of the history; `orderable` is false if its product can't be ordered now. */
export type ListedOrder = OrderRow & { readonly product: string; readonly orderable: boolean }
