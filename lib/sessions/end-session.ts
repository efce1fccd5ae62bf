import type { Db } from '#lib/core/db.ts'

/** Ends one session of a member. Returns false if the member has no open session with this id. */
export async function endSession(db: Db, memberId: number, sessionId: string): Promise<boolean> {
  const rows = await db.rows(
    'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL RETURNING id',
    [sessionId, memberId],
  )
  return rows.length > 0
}

/**
 * Ends the sessions of a member on all his other devices, and deletes his tickets for the second factor, so that no
 * login that was begun on another device can be finished. Returns how many sessions were open.
 */
export async function endOtherSessions(db: Db, memberId: number, sessionId: string): Promise<number> {
  await db.rows('DELETE FROM login_tickets WHERE member_id = $1', [memberId])
  const rows = await db.rows(
    `UPDATE sessions SET revoked_at = now() WHERE member_id = $1 AND id <> $2 AND revoked_at IS NULL AND expires_at > now()
     RETURNING id`,
    [memberId, sessionId],
  )
  return rows.length
}
