import { revokeKeysOfMember } from '#lib/api-keys/revoke-api-keys.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { webhookStaysOnMessage } from './labels.ts'

type Replacement = {
  memberId: number
  /** Hash of the current password as the caller read it; null if the member has no password. */
  oldHash: string | null
  password: string
  kind: 'PASSWORD_CHANGED' | 'PASSWORD_RESET'
  /** True if the member's API keys are revoked together with his sessions. */
  revokeApiKeys: boolean
  /** IP address of the request. */
  address: string
}

/** Notifies a member by e-mail that his webhook stays switched on, if it is. */
async function notifyOfWebhook(tx: Db, memberId: number): Promise<void> {
  const [webhook] = await tx.rows<{ url: string; email: string | null }>(
    'SELECT w.url, m.email FROM webhooks w JOIN members m ON m.id = w.member_id WHERE w.member_id = $1 AND w.enabled',
    [memberId],
  )
  if (!webhook?.email) return
  const { subject, body } = webhookStaysOnMessage
  const { host } = new URL(webhook.url)
  await queueMessage(tx, { channel: 'EMAIL', to: webhook.email, subject, body: body(host), life: null })
}

/**
 * Replaces a member's password and ends all his sessions. After a reset, notifies him of a webhook that is on. Returns
 * false, and changes nothing, if his stored hash is no longer `oldHash`, or the account is deleted. So only the first
 * of two concurrent replacements succeeds.
 * @throws TOO_MANY_REQUESTS too many passwords are waiting to be hashed
 */
export async function replacePassword(db: Database, replacement: Replacement): Promise<boolean> {
  const { memberId, oldHash, password, kind, revokeApiKeys, address } = replacement
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const replaced = await tx.rows(
      `UPDATE members SET password_hash = $2
       WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $3 AND deleted_at IS NULL
       RETURNING id`,
      [memberId, hash, oldHash],
    )
    if (replaced.length === 0) return false
    await endAllSessions(tx, memberId)
    await recordAccountEvent(tx, { memberId, kind, address })
    if (revokeApiKeys) await revokeKeysOfMember(tx, memberId, address)
    if (kind === 'PASSWORD_RESET') await notifyOfWebhook(tx, memberId)
    return true
  })
}
