import { type SaleState, saleStateLabels, saleStates } from '#lib/catalog/labels.ts'
import type { ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import type { ListPlace, ListState } from '../list-state.ts'

export const servicePlace: ListPlace<SaleState> = {
  path: '/admin/services',
  statuses: saleStates,
  preset: undefined,
  filter: { name: 'sort', values: ['NEW'] },
  numbers: ['platform', 'category', 'provider'],
}

export const saleStateChips = [
  { status: undefined, label: '전체' },
  ...saleStates.map((status) => ({ status, label: saleStateLabels[status] })),
]

export const serviceOrders = [
  { filter: undefined, label: '진열순' },
  { filter: 'NEW', label: '최신순' },
]

/** The services that a list's state selects, for queries and for an action on all of them. */
export const filterOf = ({ q, status, numbers }: ListState<SaleState>): ServiceFilter => ({
  q,
  shelf: status,
  ...numbers,
})

export const sortOf = ({ filter }: ListState<SaleState>): 'NEW' | 'SHOP' => (filter === 'NEW' ? 'NEW' : 'SHOP')

/** Number of services in each sale state that has any: '판매중 312개 · 주문불가 4개'. */
export const saleStateHint = (counts: Partial<Record<SaleState, number>>): string =>
  saleStates
    .filter((shelf) => counts[shelf])
    .map((shelf) => `${saleStateLabels[shelf]} ${formatCount(counts[shelf] ?? 0)}개`)
    .join(' · ')
