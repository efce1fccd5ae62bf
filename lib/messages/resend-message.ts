import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import {
  messageNotFailed,
  messageTooOld,
  secretMessageNotResendable,
  templateMessageNotResendable,
  unknownMessage,
} from './errors.ts'
import type { MessageStatus } from './labels.ts'
import { addSendJobSql } from './queue-message.ts'
import { MAX_MESSAGE_AGE } from './rules.ts'

/**
 * `hasCodeOrLink`: the message contains a code or link that expires. `isTemplate`: it is made of a template, as notices
 * that members choose are.
 */
type MessageToResend = { status: MessageStatus; hasCodeOrLink: boolean; isTemplate: boolean; isTooOld: boolean }

/**
 * Queues a failed message again, for staff. Refuses a message with a code or link: it may have been delivered, and its
 * recipient can request a new one (docs/decisions/0008). The number of attempts isn't reset, because it identifies a
 * worker's claim.
 * @throws NOT_FOUND; CONFLICT the message isn't FAILED, contains a code or link, is made of a template, or is older
 * than MAX_MESSAGE_AGE
 */
export function resendMessage(db: Database, actor: StaffActor, { id }: { id: number }): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx.rows<MessageToResend>(
      `SELECT status, expires_at IS NOT NULL AS has_code_or_link, template IS NOT NULL AS is_template,
         created_at <= now() - interval '${MAX_MESSAGE_AGE}' AS is_too_old
       FROM outbox_messages WHERE id = $1 FOR UPDATE`,
      [id],
    )
    if (!row) throw unknownMessage()
    if (row.status !== 'FAILED') throw messageNotFailed(row.status)
    if (row.hasCodeOrLink) throw secretMessageNotResendable()
    if (row.isTemplate) throw templateMessageNotResendable()
    if (row.isTooOld) throw messageTooOld()
    await tx.rows("UPDATE outbox_messages SET status = 'PENDING', next_try_at = now() WHERE id = $1", [id])
    await tx.rows(`SELECT ${addSendJobSql('id')} FROM outbox_messages WHERE id = $1`, [id])
    const states = { before: { status: row.status }, after: { status: 'PENDING' } }
    const subject = { subjectType: 'message', subjectId: id }
    await recordAudit(tx, actor, { action: 'message.resend', ...subject, ...states })
  })
}
