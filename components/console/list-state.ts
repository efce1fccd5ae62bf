import { hrefOf } from '../ui/href.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** What the URL of a console list says. `status` undefined means all. */
export interface ListState {
  readonly status: number | undefined
  readonly q: string
  readonly cursor: number | undefined
  readonly chosen: number | undefined
}

/** Where a list lives and what it shows when its URL says nothing. */
export interface ListPlace {
  readonly path: string
  readonly statuses: readonly number[]
  /** The status shown without `?status=`; undefined shows all. */
  readonly preset: number | undefined
}

const MOST_SEARCH = 200

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

function statusOf(text: string, { statuses, preset }: ListPlace): number | undefined {
  if (text === 'all') return undefined
  return statuses.find((status) => String(status) === text) ?? preset
}

/** Reads a list's URL; whatever makes no sense there counts as absent. */
export function listState(params: SearchParams, place: ListPlace): ListState {
  return {
    status: statusOf(textOf(params.status), place),
    q: textOf(params.q)
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MOST_SEARCH),
    cursor: idOf(textOf(params.cursor)),
    chosen: idOf(textOf(params.id)),
  }
}

/** The address of a list in a state; one state has one address. */
export function listHref({ path, preset }: ListPlace, { status, q, cursor, chosen }: Partial<ListState>): string {
  return hrefOf(path, { status: status === preset ? undefined : (status ?? 'all'), q, cursor, id: chosen })
}
