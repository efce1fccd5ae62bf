import { revokeKeysOfMember } from '#lib/api-keys/revoke-api-keys.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Database } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'

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

/**
 * Replaces a member's password and ends all his sessions. Returns false, and changes nothing, if his stored hash is no
 * longer `oldHash`, or the account is deleted. So only the first of two concurrent replacements succeeds.
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
    return true
  })
}
