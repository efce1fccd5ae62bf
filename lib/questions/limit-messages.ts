import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { secondsUntilPastSql } from '#lib/core/seconds-until-past.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { messagesTooFrequent } from './errors.ts'
import { MAX_MESSAGES_PER_HOUR } from './rules.ts'

/**
 * Locks a member's row: his concurrent messages are then written one after the other, and a deletion of his account
 * waits.
 * @throws UNAUTHENTICATED the account was deleted meanwhile
 */
export async function lockQuestioner(tx: Db, memberId: number): Promise<void> {
  const rows = await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [memberId])
  if (rows.length === 0) throw unauthenticated()
}

/**
 * Refuses a member's next message if he has sent too many in the last hour. Call it after `lockQuestioner`. How many
 * questions may wait at once is checked by `askQuestion`.
 * @throws TOO_MANY_REQUESTS
 */
export async function refuseTooManyMessages(tx: Db, memberId: number): Promise<void> {
  const { count, hourLeft } = await oneRow<{ count: number; hourLeft: number | null }>(
    tx,
    `SELECT count(*)::int AS count, ${secondsUntilPastSql('min(created_at)', '1 hour')} AS hour_left FROM question_messages
     WHERE author_id = $1 AND author = 'MEMBER' AND created_at > now() - interval '1 hour'`,
    [memberId],
  )
  if (count >= MAX_MESSAGES_PER_HOUR * env().RATE_LIMIT_FACTOR) throw messagesTooFrequent(hourLeft ?? 1)
}
