import { type AutoOrderStatus, autoOrderFilters } from '#lib/orders/auto/labels.ts'
import { historyQueryOf } from '../orders/history-query.ts'

export interface AutoHistoryState {
  readonly status: AutoOrderStatus | undefined
  readonly page: number
  readonly size: number
}

/** The state of the screen, as its address has it; what no chip stands for counts as absent. */
export function autoHistoryQueryOf(search: Readonly<Record<string, unknown>>): AutoHistoryState {
  const { status, page, size } = historyQueryOf(search)
  return { status: autoOrderFilters.find((each) => each === status), page, size }
}
