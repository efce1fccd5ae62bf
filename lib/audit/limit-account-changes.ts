import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooMany } from '#lib/core/limits.ts'

/** Changes of a member's credentials within 24 hours above which some are refused; multiplied by RATE_LIMIT_FACTOR. */
const MAX_CHANGES_A_DAY = 200

/**
 * Refuses a change of a member's keys or webhook if too many of his account events are of the last 24 hours: each is a
 * row that is kept for months. Don't call it for a change that keeps a stranger out, such as a new password or a frozen
 * key, or that ends deliveries, such as a webhook switched off.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitAccountChanges(tx: Db, memberId: number): Promise<void> {
  const limit = MAX_CHANGES_A_DAY * env().RATE_LIMIT_FACTOR
  const newest = await tx.rows(
    `SELECT FROM (SELECT created_at FROM account_events WHERE member_id = $1 ORDER BY id DESC LIMIT $2) AS e
     WHERE e.created_at > now() - interval '1 day'`,
    [memberId, Math.ceil(limit)],
  )
  if (newest.length >= limit) throw tooMany(3_600)
}
