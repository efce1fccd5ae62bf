import sql, { join, raw, Sql } from 'sql-template-tag'
import { type Db, oneRow } from './db.ts'

/** Largest total of a list: a list of more rows is counted up to this number only (docs/contract.md#staff-lists). */
export const MAX_COUNTED = 10_000

const limitMaxCounted = raw(`LIMIT ${MAX_COUNTED}`)

/** Number of rows in `from`, a table with its WHERE clause, up to MAX_COUNTED. */
export async function countOf(db: Db, from: Sql): Promise<number> {
  const statement = sql`SELECT count(*)::int AS count FROM (SELECT FROM ${from} ${limitMaxCounted}) AS counted`
  return (await oneRow<{ count: number }>(db, statement)).count
}

/** SQL for the value of a row, given the alias of its table, by which a list can be sorted. */
export type SortKey = (alias: string) => string

/** SortKey of a column. */
export const byColumn =
  (name: string): SortKey =>
  (alias) =>
    `${alias}.${name}`

/**
 * How a list is filtered by days and sorted: its table, its time, and its columns that have an index together with the
 * id. tests/query-plans measures each of them.
 */
export type ListKeys<Sort extends string = never> = {
  table: string
  time: SortKey
  sorts: Readonly<Record<Sort, SortKey>>
}

/** Days in Seoul, both included, and the column to sort by, with a minus for the largest first. */
export type Ordering = { from?: string | undefined; to?: string | undefined; sort?: string | undefined }

/** A list's query whose order comes from a URL or a call: `listOrderOf` ignores a column that the list doesn't have. */
export type Ordered<Query> = Omit<Query, 'sort'> & Ordering

/**
 * Order of a list's rows, by a key and the id, which decides between equal keys. Without a key: by id, largest first.
 */
export type ListOrder = { table: string; key: SortKey | null; ascending: boolean }

const newestById: ListOrder = { table: '', key: null, ascending: false }

/**
 * Order of the rows that a list shows: by the column asked for; else by time if it is filtered by days, as by id a page
 * of a past month would scan all newer rows first; else by id.
 */
export function listOrderOf<Sort extends string>({ table, time, sorts }: ListKeys<Sort>, wanted: Ordering): ListOrder {
  const { from, to, sort } = wanted
  const key = sort && sorts[sort.replace(/^-/, '') as Sort]
  if (key) return { table, key, ascending: !sort.startsWith('-') }
  return from || to ? { table, key: time, ascending: false } : newestById
}

const seoulMidnight = (day: string, later: 0 | 1): Sql =>
  sql`(${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul'`

/** Condition that the time of a row is in the days asked for. It compares times, so that an index on them is used. */
export function daysCondition({ time }: Pick<ListKeys, 'time'>, { from, to }: Ordering, alias = 'f'): Sql {
  const at = raw(time(alias))
  const bounds = [from && sql`${at} >= ${seoulMidnight(from, 0)}`, to && sql`${at} < ${seoulMidnight(to, 1)}`]
  return join([raw('true'), ...bounds.filter((each) => each instanceof Sql)], ' AND ')
}

/**
 * The rows among which a list's conditions select: its table, or the rows of the days alone if the list is sorted by
 * something else than time. OFFSET 0 keeps the planner from walking through the index on the sorted column, of which only
 * a few rows are of those days.
 */
export function rowsAmong<Sort extends string>(keys: ListKeys<Sort>, wanted: Ordering): Sql {
  const { key } = listOrderOf(keys, wanted)
  if (!(wanted.from || wanted.to) || key?.('f') === keys.time('f')) return raw(keys.table)
  return sql`(SELECT f.* FROM ${raw(keys.table)} f WHERE ${daysCondition(keys, wanted)} OFFSET 0)`
}

/** The columns of ORDER BY for rows with this alias. */
export function orderBy({ key, ascending }: ListOrder, alias: string): Sql {
  const direction = ascending ? 'ASC' : 'DESC'
  return raw(`${key ? `${key(alias)} ${direction}, ` : ''}${alias}.id ${direction}`)
}

/**
 * Condition that a row comes after the row with the id `cursor`. A statement with it isn't prepared, because of its
 * `IS NULL OR` (lib/core/db.ts).
 */
export function afterCursor({ table, key, ascending }: ListOrder, cursor: number | null | undefined, alias: string) {
  const than = raw(ascending ? '>' : '<')
  if (!key) return sql`(${cursor}::bigint IS NULL OR ${raw(alias)}.id ${than} ${cursor})`
  const last = sql`SELECT ${raw(key('c'))}, c.id FROM ${raw(table)} c WHERE c.id >= ${cursor}::bigint ORDER BY c.id LIMIT 1`
  return sql`(${cursor}::bigint IS NULL OR (${raw(key(alias))}, ${raw(alias)}.id) ${than} (${last}))`
}

/**
 * The part of a list that a statement selects: at most `most` rows in the list's order, after the row `cursor` (null:
 * from the first). `counted`: the rows are only counted, not shown.
 */
export type Span = { cursor: number | null; most: number; counted: boolean; order: ListOrder }

/** Span of a page: one row more than its size, which shows whether there is a next page. */
export const pageSpan = (cursor: number | null | undefined, size: number, order = newestById): Span => ({
  cursor: cursor ?? null,
  most: size + 1,
  counted: false,
  order,
})

/** Span for the total of a list without other orders than by id. */
export const countSpan: Span = { cursor: null, most: MAX_COUNTED, counted: true, order: newestById }

/** Spans for a page of a list and for its total, which doesn't depend on the column it is sorted by. */
export function spansOf<Sort extends string>(
  keys: ListKeys<Sort>,
  { cursor, size, ...wanted }: Ordering & { cursor?: number | undefined; size: number },
): [page: Span, total: Span] {
  const unsorted = listOrderOf(keys, { ...wanted, sort: undefined })
  return [pageSpan(cursor, size, listOrderOf(keys, wanted)), { ...countSpan, order: unsorted }]
}

/** What a statement selects of rows `f` for `pageOf`: the id, and the key of the order. */
export const idAndSortKey = ({ order: { key } }: Span): Sql => raw(key ? `f.id, ${key('f')} AS sort_key` : 'f.id')

/** SQL for the ids of a page, from the statement of its candidates (`idAndSortKey`). */
export function pageOf(candidates: Sql, { most, order: { key, ascending } }: Span): Sql {
  const direction = ascending ? 'ASC' : 'DESC'
  const columns = raw(`${key ? `sort_key ${direction}, ` : ''}id ${direction}`)
  return sql`SELECT id FROM (${candidates}) AS page ORDER BY ${columns} LIMIT ${most}`
}

/**
 * Condition on the status of rows `f`; `true` without a status. The SQL differs instead of having `$1 IS NULL OR …`,
 * because one plan for all statuses would scan the table for a rare one.
 */
export const statusCondition = (status: number | string | undefined): Sql =>
  status === undefined ? raw('true') : sql`f.status = ${status}`

/** Condition on rows `f`: `where` and the cursor of the span. */
export const spanCondition = (where: Sql, { cursor, order }: Span): Sql =>
  sql`${where} AND ${afterCursor(order, cursor, 'f')}`

/** Condition of `spanCondition` with the order and the limit: selects the first rows of the span. */
export const firstInSpan = (where: Sql, span: Span): Sql =>
  sql`${spanCondition(where, span)} ORDER BY ${orderBy(span.order, 'f')} LIMIT ${span.most}`

/**
 * Makes a page of `size` rows, and the cursor of the next page (null on the last one), from `size` + 1 rows of the
 * database.
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
