import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Channel } from './labels.ts'
import { addSendJobSql } from './queue-message.ts'
import type { Carriers } from './rules.ts'
import { isQuietHour, MAX_MESSAGE_AGE, MAX_SENDING_TIME } from './rules.ts'
import { fileFailedMessageTask, isSendableNowSql, type MessageClaim, settleMessage } from './send-message.ts'

/** A message that is no longer to be sent; `fault` is why the last attempt failed, null if there was no attempt. */
type EndedMessage = { id: number; channel: Channel; fault: string | null }

/**
 * Ends waiting messages whose code or link has stopped working, and notices that a member chose to get after a day,
 * because they are outdated then. A message becomes FAILED if an attempt to send it has failed, otherwise EXPIRED.
 * Files a task about FAILED messages, because the carrier may be refusing all messages.
 */
function endOutdatedMessages(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    const ended = await tx.rows<EndedMessage>(
      `UPDATE outbox_messages SET status = CASE WHEN fault IS NULL THEN 'EXPIRED' ELSE 'FAILED' END,
         body = CASE WHEN $1 THEN body ELSE '' END, variables = ''
       WHERE status = 'PENDING'
         AND (expires_at <= now() OR (member_id IS NOT NULL AND created_at <= now() - interval '1 day'))
       RETURNING id, channel, fault`,
      [env().DEMO],
    )
    for (const channel of ['EMAIL', 'SMS'] as const) {
      const failed = ended.findLast((message) => message.channel === channel && message.fault !== null)
      if (failed) await fileFailedMessageTask(tx, failed)
    }
  })
}

/** Maximum number of old messages that one call marks as expired: a shop may have had no carrier for a year. */
const MAX_OLD_MESSAGES = 5_000

/**
 * Marks messages without a code or link as expired that still wait after MAX_MESSAGE_AGE, mostly because their channel
 * had no carrier. Otherwise they would wait forever: `sendMessage` doesn't send messages of this age, and retention
 * doesn't delete waiting messages.
 */
async function expireOldMessages(db: Database): Promise<void> {
  await db.rows(
    `UPDATE outbox_messages SET status = 'EXPIRED', body = CASE WHEN $1 THEN body ELSE '' END, variables = ''
     WHERE status = 'PENDING' AND id IN (SELECT id FROM outbox_messages
       WHERE status = 'PENDING' AND expires_at IS NULL AND created_at <= now() - interval '${MAX_MESSAGE_AGE}'
       ORDER BY id LIMIT ${MAX_OLD_MESSAGES})`,
    [env().DEMO],
  )
}

/** Settles messages whose worker died while sending them, with an unknown outcome. */
async function settleAbandonedClaims(db: Database): Promise<void> {
  const abandoned = await db.rows<MessageClaim>(
    `SELECT id, channel, attempts, expires_at IS NOT NULL AS has_code_or_link FROM outbox_messages
     WHERE status = 'SENDING' AND claimed_at < now() - interval '${MAX_SENDING_TIME}' ORDER BY id LIMIT 1000`,
  )
  for (const claimed of abandoned) await settleMessage(db, claimed, { kind: 'unknown', fault: 'WORKER_LOST' })
}

/**
 * Queues new jobs for overdue messages: their job was lost, or ran at night (`isSendableNowSql`) or while their channel
 * had no carrier.
 */
async function queueOverdue(db: Database, carriers: Carriers, now: Date): Promise<void> {
  await db.rows(
    `SELECT ${addSendJobSql('id')} FROM (
       SELECT id FROM outbox_messages
       WHERE status = 'PENDING' AND channel = ANY ($1::text[]) AND next_try_at < now() - interval '1 minute'
         AND coalesce(expires_at, created_at + interval '${MAX_MESSAGE_AGE}') > now()
         AND ${isSendableNowSql('$2')}
       ORDER BY next_try_at LIMIT 1000
     ) AS overdue`,
    [Object.keys(carriers), isQuietHour(now)],
  )
}

/**
 * Handles the messages in the outbox that no job sends. Ends messages that are too late, settles messages whose
 * worker died, and queues messages that have lost their job.
 */
export async function sweepOutbox(db: Database, carriers: Carriers, now = clock.now()): Promise<void> {
  await endOutdatedMessages(db)
  await expireOldMessages(db)
  await settleAbandonedClaims(db)
  await queueOverdue(db, carriers, now)
}
