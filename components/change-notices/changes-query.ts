import { type ChangeFilter, changeNoticeFilters } from '#lib/change-notices/labels.ts'
import type { ChangeCursor } from '#lib/change-notices/queries.ts'

/** Filters and page of the list of service changes, as contained in the URL. */
export type ChangesQuery = {
  filter: ChangeFilter | undefined
  /** Only services that the viewer has ordered. */
  mine: boolean
  /** Last row of the previous page, after which this page begins; undefined for the first page. */
  before: ChangeCursor | undefined
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

const isFilter = (value: unknown): value is ChangeFilter =>
  typeof value === 'string' && Object.hasOwn(changeNoticeFilters, value)

function cursorOf(value: unknown): ChangeCursor | undefined {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(String(value ?? '')) ?? []
  const exists = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return exists ? { day, serviceId: Number(id) } : undefined
}

/** Reads filters and page from the search parameters; invalid values count as absent. */
export const parseChangesQuery = ({ kind, mine, before }: SearchParams): ChangesQuery => ({
  filter: isFilter(kind) ? kind : undefined,
  mine: mine === '1',
  before: cursorOf(before),
})

/** URL of the list of changes with these filters. */
export function changesHref({ filter, mine, before }: Partial<ChangesQuery>): string {
  const query = new URLSearchParams()
  if (filter) query.set('kind', filter)
  if (mine) query.set('mine', '1')
  if (before) query.set('before', `${before.day}.${before.serviceId}`)
  return query.size > 0 ? `/changes?${query}` : '/changes'
}
