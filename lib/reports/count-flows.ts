import { type Db, oneRow } from '#lib/core/db.ts'

/**
 * Milliseconds after which the ledger is complete up to an id. Once this time has passed since the id was the ledger's
 * newest, no entry with a lower id can appear any more: an entry gets its id before its transaction commits, and every
 * transaction ends within this time, because its statements and pauses have timeouts.
 */
const SETTLED_MS = 35_000

/** The newest id of the ledger at the time `at`, in milliseconds since 1970. */
type LedgerSample = { id: bigint; at: number }

const newestEntryIdSql = 'SELECT coalesce(max(id), 0)::bigint AS id FROM point_entries'

const sumsSql = `SELECT kind, coalesce(sum(delta) FILTER (WHERE delta > 0), 0)::float8 / 100 AS credited,
    coalesce(-sum(delta) FILTER (WHERE delta < 0), 0)::float8 / 100 AS debited
  FROM point_entries WHERE id > $1::bigint AND id <= $2::bigint GROUP BY kind`

/** Points that entries of one kind added to balances (`credited`), and took from them (`debited`). */
export type LedgerFlow = { kind: string; credited: number; debited: number }

/**
 * Returns a function that reads the points moved by ledger entries, by kind. Each entry is counted once: a call counts
 * the entries that an earlier call, at least 35 seconds ago (SETTLED_MS), already found in the ledger and that no call
 * has counted yet. The first call counts nothing; it only notes the newest entry. That entry and older ones are never
 * counted. With this function, statements that move money don't have to count anything.
 */
export function makeLedgerFlowReader(db: Db, now: () => number = Date.now): () => Promise<LedgerFlow[]> {
  let countedUpToId: bigint | null = null
  let samples: LedgerSample[] = []
  return async () => {
    const { id } = await oneRow<{ id: bigint }>(db, newestEntryIdSql)
    countedUpToId ??= id
    const settledSample = samples.findLast(({ at }) => at <= now() - SETTLED_MS)
    samples = [...samples.filter(({ at }) => at > now() - SETTLED_MS), { id, at: now() }]
    if (!settledSample || settledSample.id <= countedUpToId) return []
    const flows = await db.rows<LedgerFlow>(sumsSql, [countedUpToId, settledSample.id])
    countedUpToId = settledSample.id
    return flows
  }
}
