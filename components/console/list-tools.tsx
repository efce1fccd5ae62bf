import { ChipLinks } from '../ui/chip-links.tsx'
import { type ListPlace, type ListState, listHref } from './list-state.ts'
import { SearchBox } from './search-box.tsx'

interface ListToolsProps {
  readonly place: ListPlace
  readonly state: ListState
  readonly search: string
  /** One a status, in the order of the chips; `undefined` is the one for all. */
  readonly chips: readonly { readonly status: number | undefined; readonly label: string }[]
}

/** What stands over a console list: its search, its filters, its order. */
export function ListTools({ place, state, search, chips }: ListToolsProps) {
  const links = chips.map(({ status, label }) => ({
    label,
    current: status === state.status,
    href: listHref(place, { status, q: state.q }),
  }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox label={search} place={place} state={state} />
      <ChipLinks label="상태" links={links} bare />
      <span className="ml-auto hidden text-s text-ink-3 console:inline">최신순</span>
    </div>
  )
}
