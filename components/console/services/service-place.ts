import { type Shelf, shelfLabels, shelves } from '#lib/catalog/labels.ts'
import type { ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import type { ListPlace, ListState } from '../list-state.ts'

export const servicePlace: ListPlace<Shelf> = {
  path: '/admin/services',
  statuses: shelves,
  preset: undefined,
  filter: { name: 'sort', values: ['NEW'] },
  numbers: ['platform', 'category', 'provider'],
}

export const shelfChips = [
  { status: undefined, label: '전체' },
  ...shelves.map((status) => ({ status, label: shelfLabels[status] })),
]

export const serviceOrders = [
  { filter: undefined, label: '진열순' },
  { filter: 'NEW', label: '최신순' },
]

/** The services that a list's state means, for its queries and for an act on all of them. */
export const filterOf = ({ q, status, numbers }: ListState<Shelf>): ServiceFilter => ({ q, shelf: status, ...numbers })

export const sortOf = ({ filter }: ListState<Shelf>): 'NEW' | 'SHOP' => (filter === 'NEW' ? 'NEW' : 'SHOP')

/** '판매중 312개 · 주문불가 4개' */
export const shelfHint = (counts: Partial<Record<Shelf, number>>): string =>
  shelves
    .filter((shelf) => counts[shelf])
    .map((shelf) => `${shelfLabels[shelf]} ${formatCount(counts[shelf] ?? 0)}개`)
    .join(' · ')
