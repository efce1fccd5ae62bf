import { type AutoOrderStatus, autoOrderFilters } from '#lib/orders/auto/labels.ts'
import { parseHistoryQuery } from '../orders/history-query.ts'

export interface AutoHistoryState {
  readonly status: AutoOrderStatus | undefined
  readonly page: number
  readonly size: number
}

/**
 * Reads filter and page of the auto-order history from its query string. A status without a filter chip means no
 * filter.
 */
export function parseAutoHistoryQuery(search: Readonly<Record<string, unknown>>): AutoHistoryState {
  const { status, page, size } = parseHistoryQuery(search)
  return { status: autoOrderFilters.find((each) => each === status), page, size }
}
