import type { Caller } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'

/**
 * Locks the member's row, then checks that the session is still open. A password change ends sessions and revokes keys
 * under the same lock. So an ended session can't make a key that outlives the password change. The lock also makes
 * changes of a member's keys run one after the other.
 * @throws UNAUTHENTICATED the session ended concurrently
 */
export async function lockMemberOfSession(tx: Db, { memberId, sessionId }: Caller): Promise<void> {
  await tx.rows('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId])
  const live = await tx.rows('SELECT FROM sessions WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL', [
    sessionId,
    memberId,
  ])
  if (live.length === 0) throw unauthenticated()
}
