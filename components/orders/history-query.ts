import { type HistoryQuery, historyQuery } from '#lib/orders/schema.ts'

/** Rows a page (docs/product.md#pagination). */
export const HISTORY_PAGE = 10

/** The state of a history screen, as its address has it; what can't be one counts as absent. */
export function historyQueryOf(search: Readonly<Record<string, unknown>>): HistoryQuery {
  const { status, page } = historyQuery.shape
  const one = (value: unknown) => (value === '' ? undefined : value)
  return {
    status: status.catch(undefined).parse(one(search.status)),
    page: page.catch(1).parse(one(search.page)),
    size: HISTORY_PAGE,
  }
}
