import sql, { join, raw, Sql } from 'sql-template-tag'
import { type Db, oneRow } from './db.ts'

/** Largest total that a list shows: rows are counted up to this number only (docs/contract.md#staff-lists). */
export const MAX_COUNTED = 10_000

const limitMaxCounted = raw(`LIMIT ${MAX_COUNTED}`)

/** Counts the rows of `from` (a table with a WHERE clause), up to MAX_COUNTED. */
export async function countRows(db: Db, from: Sql): Promise<number> {
  const statement = sql`SELECT count(*)::int AS count FROM (SELECT FROM ${from} ${limitMaxCounted}) AS counted`
  return (await oneRow<{ count: number }>(db, statement)).count
}

/**
 * A value by which a list's rows can be sorted. The function returns the value's SQL, given the alias of the rows'
 * table.
 */
export type SortKey = (alias: string) => string

/** SortKey for a column. */
export const byColumn =
  (name: string): SortKey =>
  (alias) =>
    `${alias}.${name}`

/**
 * How a list can be filtered by days and sorted: its table, the time of a row, and the values to sort by. The table has
 * one index on the time and the id, and one on each sort value and the id; tests/query-plans measures that they are
 * used.
 */
export type ListKeys<Sort extends string = never> = {
  table: string
  time: SortKey
  sorts: Readonly<Record<Sort, SortKey>>
}

/**
 * Days and sorting that a query requests: the first and the last day (in Seoul, both included), and the column to sort
 * by. A minus before the column means the largest first.
 */
export type DaysAndSort = { from?: string | undefined; to?: string | undefined; sort?: string | undefined }

/** A query for one page of a list: at most `size` rows, after the row with the id `cursor`. */
type PageQuery = DaysAndSort & { cursor?: number | undefined; size: number }

/**
 * A list's query in which `sort` can be any text, since it comes from a URL or a call. `listOrderOf` ignores a column
 * by which the list can't be sorted.
 */
export type WithAnySort<Query> = Omit<Query, 'sort'> & DaysAndSort

/** Sequence of a list's rows: by `key`, and by id among rows with equal keys. Without a key: by id, largest first. */
export type ListOrder = { table: string; key: SortKey | null; ascending: boolean }

const newestById: ListOrder = { table: '', key: null, ascending: false }

/**
 * Returns the sequence of a list's rows: by the requested column; without one, by time if the list is filtered by days;
 * otherwise by id. (By id, the scan for the days of a past month would begin with all newer rows.)
 */
export function listOrderOf<Sort extends string>(
  { table, time, sorts }: ListKeys<Sort>,
  wanted: DaysAndSort,
): ListOrder {
  const { from, to, sort } = wanted
  const key = sort && sorts[sort.replace(/^-/, '') as Sort]
  if (key) return { table, key, ascending: !sort.startsWith('-') }
  return from || to ? { table, key: time, ascending: false } : newestById
}

const seoulMidnight = (day: string, later: 0 | 1): Sql =>
  sql`(${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul'`

/**
 * SQL condition that the time of a row is within the requested days. It compares the time itself with the bounds of the
 * days, so that PostgreSQL can use an index on the time.
 */
export function daysCondition({ time }: Pick<ListKeys, 'time'>, { from, to }: DaysAndSort, alias = 'f'): Sql {
  const at = raw(time(alias))
  const bounds = [from && sql`${at} >= ${seoulMidnight(from, 0)}`, to && sql`${at} < ${seoulMidnight(to, 1)}`]
  return join([raw('true'), ...bounds.filter((each) => each instanceof Sql)], ' AND ')
}

/** The columns after ORDER BY for a ListOrder, of a table with this alias. */
export function orderBy({ key, ascending }: ListOrder, alias: string): Sql {
  const direction = ascending ? 'ASC' : 'DESC'
  return raw(`${key ? `${key(alias)} ${direction}, ` : ''}${alias}.id ${direction}`)
}

/**
 * SQL condition that a row comes after the row with the id `cursor` in this sequence; true without a cursor. If that
 * row has been deleted, the row with the next larger id is used. A statement with this condition isn't prepared,
 * because of its `IS NULL OR` (lib/core/db.ts).
 */
export function afterCursor({ table, key, ascending }: ListOrder, cursor: number | null | undefined, alias: string) {
  const comparison = raw(ascending ? '>' : '<')
  if (!key) return sql`(${cursor}::bigint IS NULL OR ${raw(alias)}.id ${comparison} ${cursor})`
  const last = sql`SELECT ${raw(key('c'))}, c.id FROM ${raw(table)} c WHERE c.id >= ${cursor}::bigint ORDER BY c.id LIMIT 1`
  return sql`(${cursor}::bigint IS NULL OR (${raw(key(alias))}, ${raw(alias)}.id) ${comparison} (${last}))`
}

/**
 * The part of a list that a statement selects: at most `limit` rows, in the sequence `order`, after the row with the id
 * `cursor` (from the first row if null). If `counted` is true, the rows are only counted.
 */
export type ListSpan = { cursor: number | null; limit: number; counted: boolean; order: ListOrder }

/** The span for a page of `size` rows, plus one row that shows whether there is a next page. */
export const pageSpan = (cursor: number | null | undefined, size: number, order = newestById): ListSpan => ({
  cursor: cursor ?? null,
  limit: size + 1,
  counted: false,
  order,
})

/** The span for counting a list that is always sorted by id, up to MAX_COUNTED rows. */
export const countSpan: ListSpan = { cursor: null, limit: MAX_COUNTED, counted: true, order: newestById }

/**
 * The two spans of a list: one for the rows of a page, sorted as requested, and one for counting the list's rows. The
 * span for counting isn't sorted by the requested column, which would only cost time.
 */
export function listSpansOf<Sort extends string>(
  keys: ListKeys<Sort>,
  { cursor, size, ...wanted }: PageQuery,
): [page: ListSpan, total: ListSpan] {
  const unsorted = listOrderOf(keys, { ...wanted, sort: undefined })
  return [pageSpan(cursor, size, listOrderOf(keys, wanted)), { ...countSpan, order: unsorted }]
}

/**
 * The columns that the `candidates` of `pageIdsSql` select from their rows `f`: the id and, if the list is sorted by a
 * key, the value of the key.
 */
export const idAndSortKey = ({ order: { key } }: ListSpan): Sql => raw(key ? `f.id, ${key('f')} AS sort_key` : 'f.id')

/** SQL for the ids on a page. `candidates` selects `idAndSortKey` of all rows that may be on the page. */
export function pageIdsSql(candidates: Sql, { limit, order: { key, ascending } }: ListSpan): Sql {
  const direction = ascending ? 'ASC' : 'DESC'
  const columns = raw(`${key ? `sort_key ${direction}, ` : ''}id ${direction}`)
  return sql`SELECT id FROM (${candidates}) AS page ORDER BY ${columns} LIMIT ${limit}`
}

/**
 * SQL condition that rows `f` have this status; `true` if no status is requested. A condition `$1 IS NULL OR …` would
 * cover both cases, but a statement with such a condition can't be prepared (`optionalFilter` in lib/core/db.ts).
 */
export const statusCondition = (status: number | string | undefined): Sql =>
  optionalStatusCondition(status) ?? raw('true')

/** SQL condition that rows `f` have this status; undefined if no status is requested. */
export const optionalStatusCondition = (status: number | string | undefined): Sql | undefined =>
  status === undefined ? undefined : sql`f.status = ${status}`

/** SQL condition that rows `f` fulfil `where` and come after the cursor of the span. */
export const spanCondition = (where: Sql, { cursor, order }: ListSpan): Sql =>
  sql`${where} AND ${afterCursor(order, cursor, 'f')}`

/** `spanCondition` with ORDER BY and LIMIT, which selects the first rows of the span. */
export const firstInSpan = (where: Sql, span: ListSpan): Sql =>
  sql`${spanCondition(where, span)} ORDER BY ${orderBy(span.order, 'f')} LIMIT ${span.limit}`

/**
 * `checked`: number of rows at the beginning of a sorted list that `idsOfRowsSql` checks for the selected ones.
 * `sorted`: if fewer rows than this are selected, `idsOfRowsSql` may sort them all.
 */
const rowLimits = { checked: 10_000, sorted: 100_000 }

/** Selects rows `f` of a list: those of the requested days that fulfil `others`, if there are other conditions. */
type RowsOfList = {
  keys: ListKeys<string>
  wanted: DaysAndSort
  others?: Sql | undefined
  limits?: typeof rowLimits
}

/**
 * SQL for the ids (`idAndSortKey`) of the selected rows of a list in a span.
 *
 * PostgreSQL doesn't know where in a sorted list the selected rows are: if the oldest rows come first, open orders are
 * at the end. So the rows of a page are first looked for among the first `limits.checked` rows of the list. If these
 * contain too few, all selected rows are sorted if there are fewer than `limits.sorted`; otherwise the list is scanned
 * until the page is full.
 */
export function idsOfRowsSql({ keys, wanted, others, limits = rowLimits }: RowsOfList, span: ListSpan): Sql {
  const { key, ascending } = span.order
  const days = daysCondition(keys, wanted)
  const isByTime = key?.('f') === keys.time('f')
  const where = others ? sql`${days} AND ${others}` : days
  const rows = raw(`${keys.table} f`)
  const columns = idAndSortKey(span)
  if (span.counted) return sql`SELECT ${columns} FROM ${rows} WHERE ${spanCondition(where, span)} LIMIT ${span.limit}`
  const isWholeList = others === undefined && (isByTime || !(wanted.from || wanted.to))
  if (!key || isWholeList) return sql`SELECT ${columns} FROM ${rows} WHERE ${firstInSpan(where, span)}`
  const direction = raw(ascending ? 'ASC' : 'DESC')
  const first = sql`ORDER BY f.sort_key ${direction}, f.id ${direction} LIMIT ${span.limit}`
  const [maxChecked, maxSorted] = [raw(String(limits.checked)), raw(String(limits.sorted))]
  const [isEnough, areFew] = [raw('(SELECT yes FROM is_enough)'), raw('(SELECT yes FROM are_few)')]
  const rowsToCheck = sql`SELECT ${columns}, (${where}) AS is_selected FROM ${rows}
    WHERE ${spanCondition(isByTime ? days : raw('true'), span)} ORDER BY ${orderBy(span.order, 'f')}`
  return sql`WITH found AS MATERIALIZED (
      SELECT f.id, f.sort_key FROM (${rowsToCheck} LIMIT ${maxChecked}) f WHERE f.is_selected ${first}),
    is_enough AS MATERIALIZED (SELECT (SELECT count(*) FROM found) = ${span.limit}
      OR NOT EXISTS (${rowsToCheck} OFFSET ${maxChecked} LIMIT 1) AS yes),
    selected AS MATERIALIZED (
      SELECT ${columns} FROM ${rows} WHERE ${spanCondition(where, span)} AND NOT ${isEnough} LIMIT ${maxSorted}),
    are_few AS MATERIALIZED (SELECT count(*) < ${maxSorted} AS yes FROM selected)
    SELECT id, sort_key FROM found WHERE ${isEnough}
    UNION ALL (SELECT f.id, f.sort_key FROM selected f WHERE ${areFew} ${first})
    UNION ALL (SELECT ${columns} FROM ${rows} WHERE ${firstInSpan(sql`${where} AND NOT ${isEnough} AND NOT ${areFew}`, span)})`
}

/**
 * Selects one page of a list for staff, and counts the list's rows. `ids` makes the statement that selects
 * `idAndSortKey` of all rows of a span. `select` runs the statement for the page's rows: it puts `rowsOfPage`
 * (condition and ORDER BY) after WHERE, and gives their table the alias `alias`.
 */
export async function listPage<Sort extends string, Stored extends { id: number }, Row>(
  db: Db,
  list: { keys: ListKeys<Sort>; wanted: PageQuery; ids: (span: ListSpan) => Sql; alias: string },
  select: (rowsOfPage: Sql) => Promise<Stored[]>,
  toRow: (row: Stored) => Row,
) {
  const { keys, wanted, ids, alias } = list
  const [span, counted] = listSpansOf(keys, wanted)
  const [rows, total] = await Promise.all([
    select(sql`${raw(alias)}.id IN (${pageIdsSql(ids(span), span)}) ORDER BY ${orderBy(span.order, alias)}`),
    countRows(db, sql`(${ids(counted)}) AS page`),
  ])
  return keysetPage(rows, { size: wanted.size, total }, toRow)
}

/**
 * Makes one page of a list from the rows of its statement, which selected up to `size` + 1 of them. `nextCursor` is the
 * cursor of the next page; null on the last page.
 */
export function keysetPage<Stored extends { id: number }, Row>(
  rows: readonly Stored[],
  { size, total }: { size: number; total: number },
  toRow: (row: Stored) => Row,
) {
  const page = rows.slice(0, size)
  const nextCursor = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return { rows: page.map((row) => toRow(row)), nextCursor, total }
}
