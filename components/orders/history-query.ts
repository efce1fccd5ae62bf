import { type OrderHistoryQuery, openedOrderId, orderHistoryQuery, repeatedOrderIds } from '#lib/orders/schema.ts'

/** Rows per page (docs/product.md#pagination). */
export const ORDER_HISTORY_PAGE_SIZE = 10

/** Reads filter and page of the order or auto-order history from its query string; invalid values count as absent. */
export function parseHistoryQuery(search: Readonly<Record<string, unknown>>): OrderHistoryQuery {
  const { status, page } = orderHistoryQuery.shape
  const emptyAsUndefined = (value: unknown) => (value === '' ? undefined : value)
  return {
    status: status.catch(undefined).parse(emptyAsUndefined(search.status)),
    page: page.catch(1).parse(emptyAsUndefined(search.page)),
    size: ORDER_HISTORY_PAGE_SIZE,
  }
}

/**
 * Reads the search of the order history (`?q=`). `typed` is the text; '' without a search. `id` is the order id in it;
 * null if the text isn't an order id, undefined without a search.
 */
export function parseOrderSearch({ q }: Readonly<Record<string, unknown>>): {
  typed: string
  id: number | null | undefined
} {
  const typed = typeof q === 'string' ? q.trim().slice(0, 20) : ''
  if (typed === '') return { typed, id: undefined }
  // Also accepts an id as screens and notices write it: 주문 10001번, 주문번호 10001.
  const digits = typed.normalize('NFKC').replace(/^(#|주문(번호)?)|번$|[\s,]/g, '')
  return { typed, id: openedOrderId.nullable().catch(null).parse(digits) }
}

/** Id of the order for which the URL opens a dialog (`?order=`); null without a valid id. */
export const parseOpenedOrderId = ({ order }: Readonly<Record<string, unknown>>): number | null =>
  openedOrderId
    .nullable()
    .catch(null)
    .parse(order ?? null)

/** Ids of the orders that the URL repeats (`?orders=`); empty without valid ids. */
export const parseRepeatedOrderIds = ({ orders }: Readonly<Record<string, unknown>>): readonly number[] =>
  repeatedOrderIds.catch([]).parse(orders)
