import { encrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

export const OUTBOX_PURPOSE = 'outbox'

/** An e-mail or a text message; `to` is an address or a phone number. */
export type Message = { channel: 'EMAIL' | 'SMS'; to: string; subject: string; body: string }

/**
 * Puts a message in the outbox. Give it the transaction of what it tells of: a message is a row before it is sent, and
 * its body is never stored in the clear (decisions 9).
 */
export async function queueMessage(db: Db, message: Message): Promise<void> {
  const sealed = encrypt(OUTBOX_PURPOSE, message.body).toString('base64')
  await db.rows('INSERT INTO outbox_messages (channel, "to", subject, body) VALUES ($1, $2, $3, $4)', [
    message.channel,
    message.to,
    message.subject,
    sealed,
  ])
}
