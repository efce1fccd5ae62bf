import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooManyRequests } from '#lib/core/limits.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { unknownEmail } from './errors.ts'
import { resetLinkMessage } from './labels.ts'
import { createResetLink, type ResetLinkHolder } from './reset-link.ts'
import { RESET_LINK_LIFE_MS, resetLinkLimits } from './rules.ts'

/**
 * Number of reset links sent to a member in the last minute and in the last day. `secondsLeft`: seconds until the
 * oldest link of the last day is a day old.
 */
type SentLinks = { lastMinute: number; lastDay: number; secondsLeft: number }

/**
 * Refuses a further reset link for this member if he was already sent too many.
 * @throws TOO_MANY_REQUESTS the member was already sent as many links as `resetLinkLimits` allows
 */
async function refuseTooManyLinks(tx: Db, memberId: number): Promise<void> {
  const sent = await oneRow<SentLinks>(
    tx,
    `SELECT (count(*) FILTER (WHERE created_at > now() - interval '1 minute'))::int AS last_minute,
            count(*)::int AS last_day,
            coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 day' - now())), 0)::int AS seconds_left
     FROM reset_links WHERE member_id = $1 AND created_at > now() - interval '1 day'`,
    [memberId],
  )
  const factor = env().RATE_LIMIT_FACTOR
  if (sent.lastDay >= resetLinkLimits.aDay * factor) throw tooManyRequests(sent.secondsLeft)
  if (sent.lastMinute >= resetLinkLimits.aMinute * factor) throw tooManyRequests(60)
}

/**
 * Sends a reset link to the member with this e-mail address. The lock on the member's row makes requests for him run
 * one after the other, so that concurrent requests can't exceed his limit.
 * @throws NOT_FOUND no member has this address; TOO_MANY_REQUESTS
 */
export function sendResetLink(db: Database, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [holder] = await tx.rows<ResetLinkHolder>(
      'SELECT id AS member_id, password_hash, login_id, email FROM members WHERE email = $1 FOR NO KEY UPDATE',
      [email],
    )
    if (!holder) throw unknownEmail()
    await refuseTooManyLinks(tx, holder.memberId)
    const { subject, body } = resetLinkMessage
    const link = await createResetLink(tx, holder)
    await queueMessage(tx, { channel: 'EMAIL', to: email, subject, body: body(link), life: RESET_LINK_LIFE_MS })
  })
}
