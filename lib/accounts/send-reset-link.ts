import type { Db } from '#lib/core/db.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { unknownEmail } from './errors.ts'
import { resetLinkMessage } from './labels.ts'
import { type LinkHolder, resetLink } from './reset-link.ts'
import { RESET_LINK_LIFE } from './rules.ts'

/**
 * Sends the member of this e-mail address a link to a new password (decisions 5).
 * @throws NOT_FOUND nobody has it
 */
export async function sendResetLink(db: Db, email: string): Promise<void> {
  const [holder] = await db.rows<LinkHolder>(
    'SELECT id AS member_id, password_hash, login_id, email FROM members WHERE email = $1',
    [email],
  )
  if (!holder) throw unknownEmail()
  const { subject, body } = resetLinkMessage
  const link = await resetLink(holder)
  await queueMessage(db, { channel: 'EMAIL', to: email, subject, body: body(link), life: RESET_LINK_LIFE })
}
