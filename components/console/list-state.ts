import { hrefOf } from '../ui/href.ts'
import type { Days } from './day-presets.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** A status: a number, or a name as the API uses it. */
export type ListStatus = number | string

/** State of a console list, as stored in its URL. `status` undefined means all, and so does `filter`. */
export interface ListState<Status extends ListStatus = number> extends Days {
  readonly status: Status | undefined
  readonly filter?: string | undefined
  /** Further filters that are numbers, by their names in the URL. */
  readonly numbers?: Readonly<Record<string, number>>
  /** Column that the list is sorted by, with a minus for the largest first; undefined for the list's own order. */
  readonly sort?: string | undefined
  readonly q: string
  readonly cursor: number | undefined
  readonly chosen: number | undefined
}

/** A column that a list can be sorted by: its name in the call, and the names of its two orders. */
export interface ListSort {
  readonly key: string
  /** Name of the order with the largest or newest first, and of the opposite one. */
  readonly labels: readonly [descending: string, ascending: string]
  /** Whether the list has the first of these orders without being asked. */
  readonly natural?: boolean
}

/** Path of a list, the filters that its URL may contain, and the status it shows by default. */
export interface ListPlace<Status extends ListStatus = number> {
  readonly path: string
  readonly statuses: readonly Status[]
  /** The status shown without `?status=`; undefined shows all. */
  readonly preset: Status | undefined
  /** A second filter beside the status: its name in the URL and its possible values. */
  readonly filter?: { readonly name: string; readonly values: readonly string[] }
  /** The names of further filters that are numbers. */
  readonly numbers?: readonly string[]
  /** Whether it is filtered by days: `from` and `to` in the URL. */
  readonly days?: boolean
  readonly sorts?: readonly ListSort[]
}

const MAX_SEARCH = 200

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

/** A day that the calls of lists accept; undefined for anything else. */
export function validDay(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value ? undefined : value
}

/** The days in a URL; none if they end before they begin. */
function daysFromUrl(params: SearchParams): Days {
  const [from, to] = [validDay(params.from), validDay(params.to)]
  return from && to && from > to ? {} : { ...(from && { from }), ...(to && { to }) }
}

/** The order in a URL; undefined for the list's own. */
const sortFromUrl = (text: string, sorts: readonly ListSort[]): string | undefined =>
  sorts.flatMap(({ key, natural }) => (natural ? [key] : [`-${key}`, key])).find((sort) => sort === text)

function statusFromUrl<Status extends ListStatus>(
  text: string,
  { statuses, preset }: ListPlace<Status>,
): Status | undefined {
  if (text === 'all') return undefined
  return statuses.find((status) => String(status) === text) ?? preset
}

/** Reads a list's state from its URL; invalid parameters are ignored. */
export function listState<Status extends ListStatus>(
  params: SearchParams,
  place: ListPlace<Status>,
): ListState<Status> {
  const { filter } = place
  return {
    status: statusFromUrl(firstTextOf(params.status), place),
    filter: filter?.values.find((value) => value === firstTextOf(params[filter.name])),
    ...(place.numbers && { numbers: numbersFromUrl(params, place.numbers) }),
    ...(place.days && daysFromUrl(params)),
    ...(place.sorts && { sort: sortFromUrl(firstTextOf(params.sort), place.sorts) }),
    q: firstTextOf(params.q)
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_SEARCH),
    cursor: parseId(firstTextOf(params.cursor)),
    chosen: parseId(firstTextOf(params.id)),
  }
}

/** URL of a list in a given state; equal states have equal URLs. */
export function listHref<Status extends ListStatus>(
  { path, preset, filter: second }: ListPlace<Status>,
  { status, filter, numbers, from, to, sort, q, cursor, chosen }: Partial<ListState<Status>>,
): string {
  const shown = status === preset ? undefined : (status ?? 'all')
  return hrefOf(path, {
    ...{ status: shown, ...(second && { [second.name]: filter }), ...numbers },
    ...{ from, to, sort, q, cursor, id: chosen },
  })
}

/** Identifies what a list shows, without the selected row: a list with another key is another one, with a new state. */
export const listKey = ({ chosen: _, ...state }: ListState<ListStatus>): string => JSON.stringify(state)

/** The order of a column that a list has now; undefined if it is sorted by another one. */
export function directionOf(
  { key, natural }: ListSort,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return natural ? 'descending' : undefined
  if (sort.replace(/^-/, '') !== key) return undefined
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** The order that a press on a column's head leads to: largest first, then smallest first, then the list's own. */
export function nextSort(sorted: ListSort, sort: string | undefined): string | undefined {
  const direction = directionOf(sorted, sort)
  if (direction === 'descending') return sorted.key
  return direction === 'ascending' ? undefined : `-${sorted.key}`
}
