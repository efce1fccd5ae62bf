import type { Database } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { endAllSessions } from '#lib/sessions/end-session.ts'

type Replacement = { memberId: number; oldHash: string | null; password: string }

/**
 * Gives a member a new password in place of the very one that was read before, and ends all his sessions. False when
 * that one is no longer his: of two replacements side by side the second comes to nothing.
 */
export async function replacePassword(db: Database, { memberId, oldHash, password }: Replacement): Promise<boolean> {
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
    return true
  })
}
