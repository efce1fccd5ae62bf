import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooManyRequests } from '#lib/core/limits.ts'

/**
 * Maximum number of a member's account events within 24 hours. The environment variable RATE_LIMIT_FACTOR multiplies
 * it. If he has more events, some changes of his credentials are refused.
 */
const MAX_CHANGES_A_DAY = 200

/**
 * Refuses a change of a member's keys or webhook if he has too many account events in the last 24 hours, because each
 * event is a row that is stored for months. Don't call it for changes that keep a stranger out (a new password, a
 * frozen key) or that end deliveries (a webhook switched off).
 * @throws TOO_MANY_REQUESTS
 */
export async function limitAccountChanges(tx: Db, memberId: number): Promise<void> {
  const limit = MAX_CHANGES_A_DAY * env().RATE_LIMIT_FACTOR
  const { count, secondsLeft } = await oneRow<{ count: number; secondsLeft: number }>(
    tx,
    `SELECT count(*)::int AS count,
            coalesce(ceil(extract(epoch FROM min(e.created_at) + interval '1 day' - now())), 0)::int AS seconds_left
     FROM (SELECT created_at FROM account_events WHERE member_id = $1 ORDER BY id DESC LIMIT $2) AS e
     WHERE e.created_at > now() - interval '1 day'`,
    [memberId, Math.ceil(limit)],
  )
  if (count >= limit) throw tooManyRequests(secondsLeft)
}
