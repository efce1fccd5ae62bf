import sql, { raw, type Sql } from 'sql-template-tag'
import { type Db, oneRow } from './db.ts'

/** Rows are counted up to this number; beyond it a total is this number (docs/contract.md#staff-lists). */
export const MAX_COUNTED = 10_000

const atMost = raw(`LIMIT ${MAX_COUNTED}`)

/** Number of rows in `from`, a table with its WHERE clause, up to MAX_COUNTED. */
export async function countOf(db: Db, from: Sql): Promise<number> {
  const statement = sql`SELECT count(*)::int AS count FROM (SELECT FROM ${from} ${atMost}) AS counted`
  return (await oneRow<{ count: number }>(db, statement)).count
}

/** Rows of a list that a statement selects: at most `most` below the cursor, for a page or only to be counted. */
export type Span = { cursor: number | null; most: number; counted: boolean }

/** A page and one row more, which tells whether there is a next page. */
export const pageSpan = (cursor: number | null | undefined, size: number): Span => ({
  cursor: cursor ?? null,
  most: size + 1,
  counted: false,
})

export const countSpan: Span = { cursor: null, most: MAX_COUNTED, counted: true }

/** Condition of a status filter; without a value there is none: a plan for all statuses would scan for a rare one. */
export const ofStatus = (status: number | string | undefined): Sql =>
  status === undefined ? raw('true') : sql`f.status = ${status}`

/** Condition on the rows `f` of a span. Because of its first part the statement isn't prepared (lib/core/db.ts). */
export const within = (where: Sql, { cursor }: Span): Sql =>
  sql`${where} AND (${cursor}::bigint IS NULL OR f.id < ${cursor})`

/** The same condition with the order and the limit. */
export const newestOf = (where: Sql, span: Span): Sql =>
  sql`${within(where, span)} ORDER BY f.id DESC LIMIT ${span.most}`

/** Makes a page of rows and the cursor of the next page (null on the last one). Read `size` + 1 rows for it. */
export function keysetPage<Stored extends { id: number }, Row>(
  rows: readonly Stored[],
  { size, total }: { size: number; total: number },
  toRow: (row: Stored) => Row,
) {
  const page = rows.slice(0, size)
  const nextCursor = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return { rows: page.map((row) => toRow(row)), nextCursor, total }
}
