import { autoOrderFilters, autoOrderStatusLabels, heldAutoOrderLabel } from '#lib/orders/auto/labels.ts'
import type { ListState, ListUrl } from '../list-state.ts'

/**
 * Value of the status filter that selects held auto orders. No auto order has it as its status: held ones are ACTIVE.
 */
const HELD_FILTER = 'held'

const [active = 0, ...ended] = autoOrderFilters

export const autoOrderChips = [
  { status: undefined, label: '전체' },
  { status: String(active), label: autoOrderStatusLabels[active] },
  { status: HELD_FILTER, label: heldAutoOrderLabel },
  ...ended.map((status) => ({ status: String(status), label: autoOrderStatusLabels[status] })),
]

export const autoOrderListUrl: ListUrl<string> = {
  path: '/admin/auto-orders',
  statuses: autoOrderChips.flatMap(({ status }) => status ?? []),
  defaultStatus: undefined,
  days: true,
}

/** The status filter of the list as parameters of the query `autoOrdersForStaff`. */
export const toAutoOrderFilter = ({ status }: ListState<string>) => ({
  status: status === undefined || status === HELD_FILTER ? undefined : Number(status),
  held: status === HELD_FILTER,
})

/**
 * Like `autoOrderListUrl`, but for the link to the CSV export, whose call expects `held=true` instead of the status
 * `held`.
 */
export const autoOrderExportUrl = { ...autoOrderListUrl, filter: { name: 'held', values: ['true'] } }

/** The list's state as `autoOrderExportUrl` expects it: the status `held` becomes the filter `held=true`. */
export const toAutoOrderExportState = (state: ListState<string>): ListState<string> =>
  state.status === HELD_FILTER ? { ...state, status: undefined, filter: 'true' } : state
