import { type HistoryQuery, historyQuery, openedOrderId, repeatedOrderIds } from '#lib/orders/schema.ts'

/** Rows per page (docs/product.md#pagination). */
export const HISTORY_PAGE_SIZE = 10

/** Filter and page of the order or auto-order history, from its query string; invalid values count as absent. */
export function historyQueryOf(search: Readonly<Record<string, unknown>>): HistoryQuery {
  const { status, page } = historyQuery.shape
  const one = (value: unknown) => (value === '' ? undefined : value)
  return {
    status: status.catch(undefined).parse(one(search.status)),
    page: page.catch(1).parse(one(search.page)),
    size: HISTORY_PAGE_SIZE,
  }
}

/** Id of the order whose sheet the URL asks to open (`?order=`); null if it names none. */
export const openedOrderOf = ({ order }: Readonly<Record<string, unknown>>): number | null =>
  openedOrderId
    .nullable()
    .catch(null)
    .parse(order ?? null)

/** Ids of the orders that the URL asks to repeat (`?orders=`); empty if it names none. */
export const repeatedOrdersOf = ({ orders }: Readonly<Record<string, unknown>>): readonly number[] =>
  repeatedOrderIds.catch([]).parse(orders)
