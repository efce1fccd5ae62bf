import { type Db, oneRow } from './db.ts'

/** Rows are counted up to this number; beyond it a total is this number (docs/contract.md#staff-lists). */
export const MOST_COUNTED = 10_000

/** Number of rows in `from`, a table with its WHERE clause, up to MOST_COUNTED. */
export async function countOf(db: Db, from: string, values: readonly unknown[]): Promise<number> {
  const statement = `SELECT count(*)::int AS count FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED}) AS counted`
  return (await oneRow<{ count: number }>(db, statement, values)).count
}

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
