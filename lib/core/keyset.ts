import { type Db, oneRow } from './db.ts'

/** Rows are counted up to this number (docs/contract.md#staff-lists). */
export const MOST_COUNTED = 10_000

/** How many rows there are in `from`, a table with its WHERE, as far as they are counted. */
export async function countOf(db: Db, from: string, values: readonly unknown[]): Promise<number> {
  const statement = `SELECT count(*)::int AS count FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED}) AS counted`
  return (await oneRow<{ count: number }>(db, statement, values)).count
}

/** One page of rows, of which one more than fits was read, and the cursor that leads on. */
export function keysetPage<Stored extends { id: number }, Row>(
  rows: readonly Stored[],
  { size, total }: { size: number; total: number },
  toRow: (row: Stored) => Row,
) {
  const page = rows.slice(0, size)
  const nextCursor = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return { rows: page.map((row) => toRow(row)), nextCursor, total }
}
