import { hrefOf } from '../ui/href.ts'
import type { DayRange } from './day-presets.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Status of the rows that a list shows: a number such as an order's status, or a name such as 'WAITING'. */
export type ListStatus = number | string

/**
 * What a console list shows, as stored in its URL: filters, sort, page of rows (`cursor`, the id of the row after which
 * the page begins; undefined for the first page) and the id of the selected row (`chosen`). With `status` or `filter`
 * undefined, rows with any value of it are shown.
 */
export interface ListState<Status extends ListStatus = number> extends DayRange {
  readonly status: Status | undefined
  readonly filter?: string | undefined
  /** Values of further filters that are numbers, such as ids, by their parameter names in the URL. */
  readonly numbers?: Readonly<Record<string, number>>
  /** Key of the column by which the list is sorted, with a minus for the largest first; undefined for the default. */
  readonly sort?: string | undefined
  /** Search text. */
  readonly q: string
  readonly cursor: number | undefined
  readonly chosen: number | undefined
}

/** A column by which a list can be sorted: its name in the URL and the API call, and the labels of both directions. */
export interface ListSort {
  readonly key: string
  /** Label of the direction with the largest or newest row first, and of the opposite direction. */
  readonly labels: readonly [descending: string, ascending: string]
  /** Whether the list is sorted by this column, largest or newest first, by default. */
  readonly isDefault?: boolean
}

/**
 * The form of the URL of a console list: its path, the query parameters that it may have, and the status that it shows
 * by default.
 */
export interface ListUrl<Status extends ListStatus = number> {
  readonly path: string
  /** The statuses by which the list can be filtered. */
  readonly statuses: readonly Status[]
  /** The status shown without `?status=`; undefined shows all. */
  readonly defaultStatus: Status | undefined
  /** A second filter beside the status: its name in the URL and its possible values. */
  readonly filter?: { readonly name: string; readonly values: readonly string[] }
  /** Parameter names of further filters whose values are numbers, such as ids. */
  readonly numbers?: readonly string[]
  /** Whether the list can be limited to a range of days: `from` and `to` in the URL. */
  readonly days?: boolean
  /** The columns by which the list can be sorted. */
  readonly sorts?: readonly ListSort[]
}

const MAX_SEARCH_LENGTH = 200

const firstTextOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

const parseId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** The URL parameters with these names whose values are numbers. */
const numbersFromUrl = (params: SearchParams, names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    names
      .map((name) => [name, firstTextOf(params[name])] as const)
      .filter(([, text]) => /^\d{1,9}$/.test(text))
      .map(([name, text]) => [name, Number(text)]),
  )

/**
 * Returns `value` if it is a day from the year 2000 on, as YYYY-MM-DD, the form that list calls accept; otherwise
 * undefined.
 */
export function parseUrlDay(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value ? undefined : value
}

/** The days in a URL; none if they end before they begin. */
function daysFromUrl(params: SearchParams): DayRange {
  const [from, to] = [parseUrlDay(params.from), parseUrlDay(params.to)]
  return from && to && from > to ? {} : { ...(from && { from }), ...(to && { to }) }
}

/** The sort that a URL names; undefined if the list has no such sort. */
const sortFromUrl = (text: string, sorts: readonly ListSort[]): string | undefined =>
  sorts.flatMap(({ key, isDefault }) => (isDefault ? [key] : [`-${key}`, key])).find((sort) => sort === text)

function statusFromUrl<Status extends ListStatus>(
  text: string,
  { statuses, defaultStatus }: ListUrl<Status>,
): Status | undefined {
  if (text === 'all') return undefined
  return statuses.find((status) => String(status) === text) ?? defaultStatus
}

/** Reads a list's state from its URL; invalid parameters are ignored. */
export function parseListState<Status extends ListStatus>(
  params: SearchParams,
  listUrl: ListUrl<Status>,
): ListState<Status> {
  const { filter } = listUrl
  return {
    status: statusFromUrl(firstTextOf(params.status), listUrl),
    filter: filter?.values.find((value) => value === firstTextOf(params[filter.name])),
    ...(listUrl.numbers && { numbers: numbersFromUrl(params, listUrl.numbers) }),
    ...(listUrl.days && daysFromUrl(params)),
    ...(listUrl.sorts && { sort: sortFromUrl(firstTextOf(params.sort), listUrl.sorts) }),
    q: firstTextOf(params.q)
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_SEARCH_LENGTH),
    cursor: parseId(firstTextOf(params.cursor)),
    chosen: parseId(firstTextOf(params.id)),
  }
}

/** URL of a list in a given state; equal states have equal URLs. */
export function listHref<Status extends ListStatus>(
  { path, defaultStatus, filter: second }: ListUrl<Status>,
  { status, filter, numbers, from, to, sort, q, cursor, chosen }: Partial<ListState<Status>>,
): string {
  const shown = status === defaultStatus ? undefined : (status ?? 'all')
  return hrefOf(path, {
    ...{ status: shown, ...(second && { [second.name]: filter }), ...numbers },
    ...{ from, to, sort, q, cursor, id: chosen },
  })
}

/**
 * Query of a list's URL that selects the row with this id: the list has rows of all statuses, newest first, and begins
 * with this row (`cursor`). Without the cursor, the row would be missing as soon as a page of newer rows exists; a
 * search doesn't help, because many rows may have the same name or amount.
 */
export const rowQuery = (id: number) => ({ status: 'all', cursor: id + 1, id }) as const

/**
 * React key of a list: its URL state without the selected row. With another filter or page of rows React mounts a new
 * list, so that picked rows and open dialogs of the previous one are gone.
 */
export const listReactKey = ({ chosen: _, ...state }: ListState<ListStatus>): string => JSON.stringify(state)

/** Direction in which the list is sorted by this column now; undefined if it is sorted by another column. */
export function sortDirectionOf(
  { key, isDefault }: ListSort,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return isDefault ? 'descending' : undefined
  if (sort.replace(/^-/, '') !== key) return undefined
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** The next sort when a column's heading is pressed: largest first, then smallest first, then the list's default. */
export function nextSort(sorted: ListSort, sort: string | undefined): string | undefined {
  const direction = sortDirectionOf(sorted, sort)
  if (direction === 'descending') return sorted.key
  return direction === 'ascending' ? undefined : `-${sorted.key}`
}
