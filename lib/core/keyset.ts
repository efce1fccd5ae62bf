import sql, { raw, type Sql } from 'sql-template-tag'
import { type Db, oneRow } from './db.ts'

/** Largest total of a list: a list of more rows is counted up to this number only (docs/contract.md#staff-lists). */
export const MAX_COUNTED = 10_000

const limitMaxCounted = raw(`LIMIT ${MAX_COUNTED}`)

/** Number of rows in `from`, a table with its WHERE clause, up to MAX_COUNTED. */
export async function countOf(db: Db, from: Sql): Promise<number> {
  const statement = sql`SELECT count(*)::int AS count FROM (SELECT FROM ${from} ${limitMaxCounted}) AS counted`
  return (await oneRow<{ count: number }>(db, statement)).count
}

/**
 * The part of a list that a statement selects: at most `most` rows, newest first, with ids below `cursor` (null: from
 * the newest). `counted`: the rows are only counted, not shown.
 */
export type Span = { cursor: number | null; most: number; counted: boolean }

/** Span of a page: one row more than its size, which shows whether there is a next page. */
export const pageSpan = (cursor: number | null | undefined, size: number): Span => ({
  cursor: cursor ?? null,
  most: size + 1,
  counted: false,
})

/** Span for the total of a list. */
export const countSpan: Span = { cursor: null, most: MAX_COUNTED, counted: true }

/**
 * Condition on the status of rows `f`; `true` without a status. The SQL differs instead of having `$1 IS NULL OR …`,
 * because one plan for all statuses would scan the table for a rare one.
 */
export const statusCondition = (status: number | string | undefined): Sql =>
  status === undefined ? raw('true') : sql`f.status = ${status}`

/**
 * Condition on rows `f`: `where` and the cursor of the span. A statement with it isn't prepared, because of its
 * `IS NULL OR` (lib/core/db.ts).
 */
export const spanCondition = (where: Sql, { cursor }: Span): Sql =>
  sql`${where} AND (${cursor}::bigint IS NULL OR f.id < ${cursor})`

/** Condition of `spanCondition` with the order and the limit: selects the newest rows of the span. */
export const newestInSpan = (where: Sql, span: Span): Sql =>
  sql`${spanCondition(where, span)} ORDER BY f.id DESC LIMIT ${span.most}`

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
