import type { Database, Db } from '#lib/core/db.ts'
import { firstRequestIdAt } from '#lib/core/request-id.ts'

const RETENTION_DAYS = 30
const BATCH_ROWS = 10_000
/** Maximum number of batches of one sweep; it runs every ten minutes. */
const MAX_BATCHES = 50

/**
 * Deletes a batch of rows (at most BATCH_ROWS) whose ids are smaller than `before`. Ids ascend with time, so these rows
 * are at one end of the index.
 */
const deleteOld = (db: Db, before: string) =>
  db.rows(
    `DELETE FROM api_requests WHERE id IN (SELECT id FROM api_requests WHERE id < $1::uuid ORDER BY id LIMIT ${BATCH_ROWS}) RETURNING 1`,
    [before],
  )

/**
 * Deletes a batch of rows (at most BATCH_ROWS) of deleted accounts, which may be too many for the transaction that
 * deletes an account. Accounts deleted more than 31 days ago (RETENTION_DAYS + 1) needn't be searched: their rows are
 * deleted because of their age.
 */
const deleteOfFormerMembers = (db: Db) =>
  db.rows(
    `DELETE FROM api_requests WHERE id IN (
       SELECT r.id FROM members m JOIN api_requests r ON r.member_id = m.id
       WHERE m.deleted_at > now() - interval '${RETENTION_DAYS + 1} days' LIMIT ${BATCH_ROWS}) RETURNING 1`,
  )

/**
 * Deletes calls older than 30 days, and calls of deleted accounts, in small batches: at most MAX_BATCHES batches of old
 * calls, and as many of calls of deleted accounts.
 */
export async function sweepRequestLog(db: Database, now = Date.now()): Promise<void> {
  const before = firstRequestIdAt(now - RETENTION_DAYS * 86_400_000)
  for (const sweep of [() => deleteOld(db, before), () => deleteOfFormerMembers(db)])
    for (let batch = 0; batch < MAX_BATCHES && (await sweep()).length === BATCH_ROWS; batch++);
}
