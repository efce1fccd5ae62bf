import { Download } from 'lucide'
import { formatCount } from '#lib/money/points.ts'
import { buttonClass } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ChipLinks } from '../ui/chip-links.tsx'
import { hrefOf as exportHref, type Query } from '../ui/href.ts'
import { Icon } from '../ui/icon.tsx'
import { LinkBusy } from '../ui/link-busy.tsx'
import { DayRangeFilter } from './day-range.tsx'
import { FilterFold } from './filter-fold.tsx'
import { type ListState, type ListStatus, type ListUrl, listHref } from './list-state.ts'
import { SavedFilters } from './saved-filters.tsx'
import { SearchBox, SelectFilter } from './search-box.tsx'

interface FilterChip {
  readonly filter: string | undefined
  readonly label: string
}

type FilterValue = readonly [value: string | number, label: string]

/**
 * A filter with many values, shown as a select. `name` is the `filter` of the list's ListUrl, or one of its `numbers`.
 */
interface SelectDeclaration {
  readonly name: string
  readonly label: string
  /** Label of the first option, such as 'all platforms', with which the filter has no effect. */
  readonly all: string
  readonly options: readonly FilterValue[]
  /** Name of another filter, whose options depend on this filter. It is cleared when this filter changes. */
  readonly clears?: string
}

interface ListToolsProps {
  readonly listUrl: ListUrl<ListStatus>
  readonly state: ListState<ListStatus>
  /** Label of the search field. */
  readonly search: string
  /** One chip for each status, from left to right; `undefined` stands for all statuses. */
  readonly chips: readonly { readonly status: ListStatus | undefined; readonly label: string }[]
  /** Chips of the list's second filter, if it has one. */
  readonly filters?: { readonly label: string; readonly chips: readonly FilterChip[] }
  readonly selects?: readonly SelectDeclaration[]
  /** The day in Seoul on which the server rendered the list, for lists that can be limited to a range of days. */
  readonly today?: string
  /** Label of the default sort, shown at the end of the toolbar; null where a filter already names it. */
  readonly defaultSortLabel?: string | null
  /**
   * Hides the filters behind a button at every width, not only on phones: for lists whose toolbar also contains buttons
   * of actions.
   */
  readonly foldsAll?: boolean
}

/**
 * Adds the current value to the values of a filter if it isn't among them, because staff have removed what it names
 * since the filter was saved. Without it the select would say 'all' above a list that is filtered.
 */
export const withCurrentValue = (
  values: readonly FilterValue[],
  current: string | number | undefined,
): readonly FilterValue[] =>
  current === undefined || values.some(([value]) => value === current) ? values : [[current, '삭제된 항목'], ...values]

/** Toolbar above a console list: search, filters, saved filters and sort. */
export function ListTools(props: ListToolsProps) {
  const {
    listUrl,
    state,
    search,
    chips,
    filters,
    selects = [],
    today,
    defaultSortLabel = '최신순',
    foldsAll = false,
  } = props
  const hrefWith = (change: Partial<ListState<ListStatus>>) =>
    listHref(listUrl, { ...state, cursor: undefined, chosen: undefined, ...change })
  const hrefOf = ({ name, clears }: SelectDeclaration, value?: string | number) => {
    if (name === listUrl.filter?.name) return hrefWith({ filter: value?.toString() })
    const values: Record<string, unknown> = { ...state.numbers, [name]: value, ...(clears && { [clears]: undefined }) }
    const numbers = listUrl.numbers?.flatMap((each) =>
      values[each] === undefined ? [] : [[each, Number(values[each])]],
    )
    return hrefWith({ numbers: Object.fromEntries(numbers ?? []) })
  }
  const currentOf = (name: string) => (name === listUrl.filter?.name ? state.filter : state.numbers?.[name])
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
  const filterValues = [state.filter, state.from ?? state.to, state.sort, ...Object.values(state.numbers ?? {})]
  return (
    <div className={foldsAll ? 'contents' : 'flex flex-wrap items-center gap-2'}>
      <FilterFold
        folds={foldsAll ? 'always' : selects.length > 0 || listUrl.days === true ? 'phone' : 'never'}
        activeCount={filterValues.filter((value) => value !== undefined).length}
        search={<SearchBox label={search} listUrl={listUrl} state={state} />}
        chips={links.length > 0 && <ChipLinks label="상태" links={links} bare />}
      >
        {selects.map((select) => (
          <SelectFilter
            key={select.name}
            label={select.label}
            options={[
              [undefined, select.all] as const,
              ...withCurrentValue(select.options, currentOf(select.name)),
            ].map(([value, label]) => ({
              href: hrefOf(select, value),
              label,
              current: value === currentOf(select.name),
            }))}
          />
        ))}
        {filterLinks && (
          <span className="border-line wide:border-l wide:pl-2">
            <ChipLinks label={filters?.label ?? ''} links={filterLinks} bare />
          </span>
        )}
        {listUrl.days && today && <DayRangeFilter {...{ listUrl, state }} loadedOn={today} />}
        {listUrl.sorts && (
          <SortSelect sorts={listUrl.sorts} current={state.sort} hrefWith={hrefWith} defaultLabel={defaultSortLabel} />
        )}
        <SavedFilters page={listUrl.path} loadedOn={listUrl.days ? today : undefined} />
      </FilterFold>
      {defaultSortLabel && !state.sort && !foldsAll && (
        <span className="ml-auto hidden text-s text-ink-3 console:inline">{defaultSortLabel}</span>
      )}
    </div>
  )
}

interface SortSelectProps {
  readonly sorts: NonNullable<ListUrl['sorts']>
  readonly current: string | undefined
  readonly hrefWith: (change: Partial<ListState<ListStatus>>) => string
  /** Label of the list's default sort, if that is not by a column; null shows 기본순. */
  readonly defaultLabel: string | null
}

/** The sorts of a list as a select, for phones; on wide screens the headings of the columns sort it. */
function SortSelect({ sorts, current, hrefWith, defaultLabel }: SortSelectProps) {
  const sortOptions = sorts.flatMap(({ key, labels: [descending, ascending], isDefault }) => [
    { sort: isDefault ? undefined : `-${key}`, label: descending },
    { sort: key, label: ascending },
  ])
  const defaultSortOption = sorts.some((each) => each.isDefault)
    ? []
    : [{ sort: undefined, label: defaultLabel ?? '기본순' }]
  return (
    <span className="contents wide:hidden">
      <SelectFilter
        label="정렬"
        options={[...defaultSortOption, ...sortOptions].map(({ sort, label }) => ({
          href: hrefWith({ sort }),
          label,
          current: sort === current,
        }))}
      />
    </span>
  )
}

interface ListFooterProps {
  readonly listUrl: ListUrl<ListStatus>
  readonly state: ListState<ListStatus>
  /** Number of rows on this page of the list. */
  readonly shown: number
  /** Count of all rows that the filters select. */
  readonly total: number
  readonly nextCursor: number | null
  /** The label of the link to the next page. */
  readonly more?: string
}

/**
 * At this number of rows the server stops counting, and the page shows a + after the number
 * (docs/contract.md#staff-lists).
 */
const MAX_COUNTED = 10_000

/**
 * Footer of a list: how many of its rows are shown, and links to the next page with older rows and back to the newest.
 */
export function ListFooter({ listUrl, state, shown, total, nextCursor, more }: ListFooterProps) {
  if (total === 0 && state.cursor === undefined) return null
  const { cursor } = state
  const firstPage = { ...state, cursor: undefined, chosen: undefined }
  return (
    <nav aria-label="페이지" className="flex flex-wrap items-center gap-2">
      <p className="text-s tabular-nums text-ink-3">
        전체 {formatCount(total)}
        {total >= MAX_COUNTED && '+'}건 중 {formatCount(shown)}건
      </p>
      <span className="ml-auto flex gap-2">
        {cursor !== undefined && (
          <ButtonLink size="s" href={listHref(listUrl, firstPage)}>
            처음으로
            <LinkBusy />
          </ButtonLink>
        )}
        {nextCursor !== null && (
          <ButtonLink size="s" href={listHref(listUrl, { ...firstPage, cursor: nextCursor })}>
            {more ?? (state.sort ? '다음 내역 더 보기' : '이전 내역 더 보기')}
            <LinkBusy />
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

type ExportLinkProps = {
  /** Path of the list's API call; the CSV export is at `/export` below it. */
  readonly call: string
} & (
  | { readonly listUrl: ListUrl<ListStatus>; readonly state: ListState<ListStatus> }
  /** Filters as the API call expects them, if they differ from those in the list's URL. */
  | { readonly query: Query }
)

function exportQueryOf(props: ExportLinkProps): Query {
  if ('query' in props) return props.query
  const { listUrl, state } = props
  const { status, filter, numbers, from, to, q } = state
  return { status, ...(listUrl.filter && { [listUrl.filter.name]: filter }), ...numbers, from, to, q }
}

/** Link that downloads all rows of the filtered list as CSV, for Excel. */
export function ExportLink(props: ExportLinkProps) {
  return (
    <a href={exportHref(`${props.call}/export`, exportQueryOf(props))} download className={buttonClass({ size: 's' })}>
      <Icon shape={Download} size={18} /> CSV 내보내기
    </a>
  )
}
