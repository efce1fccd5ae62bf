import { type Db, oneRow } from './db.ts'

/**
 * Tables whose rows are deleted when their retention period is over. The database role of web and worker may not delete
 * them directly: it calls the SQL function `delete_expired` of the migrations, which knows the periods.
 */
export type ExpiringTable =
  | 'account_events'
  | 'book_checks'
  | 'idempotency_keys'
  | 'outbox_messages'
  | 'retained_records'
  | 'tasks'
  | 'verification_codes'

/** Deletes up to `maxRows` rows whose retention period is over. Returns the count of deleted rows. */
export async function deleteExpired(db: Db, table: ExpiringTable, maxRows: number): Promise<number> {
  const { deleted } = await oneRow<{ deleted: number }>(db, 'SELECT delete_expired($1, $2) AS deleted', [
    table,
    maxRows,
  ])
  return deleted
}

const BATCH_ROWS = 5_000
/**
 * Maximum number of batches per call of `runInBatches`, so that the first run of a job on an old database doesn't take
 * hours.
 */
const MAX_BATCHES = 200

/**
 * Calls `handleBatch` repeatedly, at most MAX_BATCHES times. `handleBatch` handles up to `maxRows` rows and returns how
 * many it handled; a number below `maxRows` ends the loop. Returns the count of all handled rows.
 */
export async function runInBatches(handleBatch: (maxRows: number) => Promise<number>): Promise<number> {
  let handled = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await handleBatch(BATCH_ROWS)
    handled += count
    if (count < BATCH_ROWS) break
  }
  return handled
}
