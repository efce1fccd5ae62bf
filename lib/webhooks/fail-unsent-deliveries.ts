import type { Db } from '#lib/core/db.ts'
import { runInBatches } from '#lib/core/delete-expired.ts'

/** Number of deliveries that fail at once when their webhook is switched off. */
const FAILED_AT_ONCE = 5_000

// Fails the deliveries with the latest due time first, so that a member with a large backlog sees the newest deliveries
// first. The index on waiting deliveries has the same order, so each batch reads only its own rows.
const failBatchSql = `
  UPDATE webhook_deliveries SET state = 'FAILED', fault = 'SWITCHED_OFF'
  WHERE state = 'PENDING' AND id IN (
    SELECT d.id FROM webhooks w CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries WHERE member_id = w.member_id AND state = 'PENDING'
      ORDER BY next_try_at DESC, id DESC LIMIT $1
    ) d
    WHERE NOT w.enabled AND ($2::int IS NULL OR w.member_id = $2::int) LIMIT $1)
  RETURNING id`

/**
 * Fails up to `maxRows` waiting deliveries whose webhook is off: those of one member, or of all members if `memberId`
 * is null. Returns the number of failed deliveries. A large backlog takes several batches, because one statement would
 * hold its locks for too long.
 */
export const failUnsentBatch = async (db: Db, memberId: number | null, maxRows = FAILED_AT_ONCE): Promise<number> =>
  (await db.rows(failBatchSql, [maxRows, memberId])).length

/**
 * Calls `failUnsentBatch` until no waiting delivery has a webhook that is off. Returns the number of failed deliveries.
 */
export const failUnsentDeliveries = (db: Db, memberId: number | null): Promise<number> =>
  runInBatches((maxRows) => failUnsentBatch(db, memberId, maxRows))
