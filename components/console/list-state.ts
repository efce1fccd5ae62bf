import { hrefOf } from '../ui/href.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** A status: a number, or a name as the API uses it. */
export type ListStatus = number | string

/** State of a console list, as stored in its URL. `status` undefined means all, and so does `filter`. */
export interface ListState<Status extends ListStatus = number> {
  readonly status: Status | undefined
  readonly filter?: string | undefined
  /** Further filters that are numbers, by their names in the URL. */
  readonly numbers?: Readonly<Record<string, number>>
  readonly q: string
  readonly cursor: number | undefined
  readonly chosen: number | undefined
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
  { status, filter, numbers, q, cursor, chosen }: Partial<ListState<Status>>,
): string {
  const shown = status === preset ? undefined : (status ?? 'all')
  return hrefOf(path, { status: shown, ...(second && { [second.name]: filter }), ...numbers, q, cursor, id: chosen })
}
