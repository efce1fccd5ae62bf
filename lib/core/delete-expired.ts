import { type Db, oneRow } from './db.ts'

/** Tables whose rows are deleted after a time; the periods are in the function `delete_expired` of the migrations. */
export type Expiring =
  | 'account_events'
  | 'book_checks'
  | 'idempotency_keys'
  | 'outbox_messages'
  | 'retained_records'
  | 'tasks'
  | 'verification_codes'

/** Deletes up to `most` rows whose retention period is over. Returns how many. */
export async function deleteExpired(db: Db, table: Expiring, most: number): Promise<number> {
  const { deleted } = await oneRow<{ deleted: number }>(db, 'SELECT delete_expired($1, $2) AS deleted', [table, most])
  return deleted
}

const BATCH = 5_000
/** Most batches a run, so that the first run on an old shop doesn't occupy the database for hours. */
const MOST_BATCHES = 200

/** Repeats `treat` until it handles less than a full batch. Returns the total. */
export async function inBatches(treat: (most: number) => Promise<number>): Promise<number> {
  let treated = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const count = await treat(BATCH)
    treated += count
    if (count < BATCH) break
  }
  return treated
}
