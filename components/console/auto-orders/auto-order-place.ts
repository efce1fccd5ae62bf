import { autoOrderFilters, autoOrderStatusLabels, heldLabel } from '#lib/orders/auto/labels.ts'
import type { ListPlace, ListState } from '../list-state.ts'

/**
 * Value of the status filter that shows held auto orders. It is no status of its own: a held auto order has the status
 * ACTIVE.
 */
const HELD_FILTER = 'held'

const [active = 0, ...ended] = autoOrderFilters

export const autoOrderChips = [
  { status: undefined, label: '전체' },
  { status: String(active), label: autoOrderStatusLabels[active] },
  { status: HELD_FILTER, label: heldLabel },
  ...ended.map((status) => ({ status: String(status), label: autoOrderStatusLabels[status] })),
]

export const autoOrderPlace: ListPlace<string> = {
  path: '/admin/auto-orders',
  statuses: autoOrderChips.flatMap(({ status }) => status ?? []),
  preset: undefined,
  days: true,
}

/** The list's status filter as conditions of its database query. */
export const autoOrderFilterOf = ({ status }: ListState<string>) => ({
  status: status === undefined || status === HELD_FILTER ? undefined : Number(status),
  held: status === HELD_FILTER,
})

/** The list's address for the CSV export, whose API call expects `held=true` in place of the status `held`. */
export const exportPlace = { ...autoOrderPlace, filter: { name: 'held', values: ['true'] } }

export const exportStateOf = (state: ListState<string>): ListState<string> =>
  state.status === HELD_FILTER ? { ...state, status: undefined, filter: 'true' } : state
