import type { ReactNode } from 'react'
import { ChipLinks } from '../ui/chip-links.tsx'
import { type ListPlace, type ListState, type ListStatus, listHref } from './list-state.ts'
import { SavedFilters } from './saved-filters.tsx'
import { SearchBox } from './search-box.tsx'
import { SelectFilter } from './select-filter.tsx'

interface FilterChip {
  readonly filter: string | undefined
  readonly label: string
}

interface ListToolsProps {
  readonly place: ListPlace<ListStatus>
  readonly state: ListState<ListStatus>
  readonly search: string
  /** One a status, in the order of the chips; `undefined` is the one for all. */
  readonly chips: readonly { readonly status: ListStatus | undefined; readonly label: string }[]
  /** The list's second filter, where it has one. */
  readonly filters?: { readonly label: string; readonly chips: readonly FilterChip[] }
  /** Filters of its own between those and the order. */
  readonly children?: ReactNode
  /** The list's order in a word; null where a filter says it. */
  readonly order?: string | null
}

/** What stands over a console list: its search, its filters, its order. */
export function ListTools({ place, state, search, chips, filters, children, order = '최신순' }: ListToolsProps) {
  const hrefWith = (change: Partial<ListState<ListStatus>>) =>
    listHref(place, { ...state, cursor: undefined, chosen: undefined, ...change })
  const links = chips.map(({ status, label }) => ({
    label,
    current: status === state.status,
    href: hrefWith({ status }),
  }))
  const filterLinks = filters?.chips.map(({ filter, label }) => ({
    label,
    current: filter === state.filter,
    href: hrefWith({ filter }),
  }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox label={search} place={place} state={state} />
      <ChipLinks label="상태" links={links} bare />
      {children}
      {filterLinks && (
        <span className="border-line wide:border-l wide:pl-2">
          <ChipLinks label={filters?.label ?? ''} links={filterLinks} bare />
        </span>
      )}
      <SavedFilters page={place.path} />
      {order && <span className="ml-auto hidden text-s text-ink-3 console:inline">{order}</span>}
    </div>
  )
}

interface ValueFilterProps<Value> {
  readonly label: string
  /** The first option, which filters nothing. */
  readonly all: string
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly current: Value | undefined
  /** The list's address with this value. */
  readonly hrefOf: (value: Value | undefined) => string
}

/** A filter of many values as a select, each value the address of the list with it. */
export function ValueFilter<Value>({ label, all, options, current, hrefOf }: ValueFilterProps<Value>) {
  const values = [[undefined, all] as const, ...options]
  return (
    <SelectFilter
      label={label}
      options={values.map(([value, text]) => ({ href: hrefOf(value), label: text, current: value === current }))}
    />
  )
}
