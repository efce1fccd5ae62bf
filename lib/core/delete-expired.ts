import { type Db, oneRow } from './db.ts'

/**
 * Tables whose rows are deleted after a retention period; the periods are in the SQL function `delete_expired` of the
 * migrations.
 */
export type ExpiringTable =
  | 'account_events'
  | 'book_checks'
  | 'idempotency_keys'
  | 'outbox_messages'
  | 'retained_records'
  | 'tasks'
  | 'verification_codes'

/** Deletes up to `maxRows` rows whose retention period is over. Returns their number. */
export async function deleteExpired(db: Db, table: ExpiringTable, maxRows: number): Promise<number> {
  const { deleted } = await oneRow<{ deleted: number }>(db, 'SELECT delete_expired($1, $2) AS deleted', [
    table,
    maxRows,
  ])
  return deleted
}

const BATCH_ROWS = 5_000
/** Most batches per run, so that the first run on an old database doesn't occupy it for hours. */
const MAX_BATCHES = 200

/**
 * Calls `handleBatch` with the size of a batch until it handles fewer rows than that. Returns the number of all rows
 * handled.
 */
export async function inBatches(handleBatch: (maxRows: number) => Promise<number>): Promise<number> {
  let treated = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await handleBatch(BATCH_ROWS)
    treated += count
    if (count < BATCH_ROWS) break
  }
  return treated
}
