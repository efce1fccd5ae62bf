import { type Db, oneRow } from './db.ts'

/**
 * Tables whose rows are deleted after a retention period; the periods are in the SQL function `delete_expired` of the
 * migrations.
 */
export type Expiring =
  | 'account_events'
  | 'book_checks'
  | 'idempotency_keys'
  | 'outbox_messages'
  | 'retained_records'
  | 'tasks'
  | 'verification_codes'

/** Deletes up to `most` rows whose retention period is over. Returns their number. */
export async function deleteExpired(db: Db, table: Expiring, most: number): Promise<number> {
  const { deleted } = await oneRow<{ deleted: number }>(db, 'SELECT delete_expired($1, $2) AS deleted', [table, most])
  return deleted
}

const BATCH = 5_000
/** Most batches per run, so that the first run on an old database doesn't occupy it for hours. */
const MAX_BATCHES = 200

/** Repeats `treat` until it handles less than a full batch. Returns the total number of handled rows. */
export async function inBatches(treat: (most: number) => Promise<number>): Promise<number> {
  let treated = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await treat(BATCH)
    treated += count
    if (count < BATCH) break
  }
  return treated
}
