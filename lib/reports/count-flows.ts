import { type Db, oneRow } from '#lib/core/db.ts'

/**
 * Age in milliseconds from which a ledger entry is counted, by the time in its id. Ids are given before their
 * transaction commits; a transaction ends within this time, because its statements and its pauses have time-outs.
 */
const SETTLED_MS = 35_000

type Mark = { id: bigint; at: number }

const newestIdSql = 'SELECT coalesce(max(id), 0)::bigint AS id FROM point_entries'

const sumsSql = `SELECT kind, coalesce(sum(delta) FILTER (WHERE delta > 0), 0)::float8 / 100 AS credited,
    coalesce(-sum(delta) FILTER (WHERE delta < 0), 0)::float8 / 100 AS debited
  FROM point_entries WHERE id > $1::bigint AND id <= $2::bigint GROUP BY kind`

/** Points that entries of one kind added to balances, and those that they took. */
export type Flow = { kind: string; credited: number; debited: number }

/**
 * Returns a function that reads which points each kind of ledger entry moved since it was called last, each entry once.
 * It starts at the newest entry, counts an entry about half a minute after it was made, and never adds anything to the
 * statements that move money.
 */
export function flowReader(db: Db, now: () => number = Date.now): () => Promise<Flow[]> {
  let counted: bigint | null = null
  let marks: Mark[] = []
  return async () => {
    const { id } = await oneRow<{ id: bigint }>(db, newestIdSql)
    counted ??= id
    const settled = marks.findLast(({ at }) => at <= now() - SETTLED_MS)
    marks = [...marks.filter(({ at }) => at > now() - SETTLED_MS), { id, at: now() }]
    if (!settled || settled.id <= counted) return []
    const flows = await db.rows<Flow>(sumsSql, [counted, settled.id])
    counted = settled.id
    return flows
  }
}
