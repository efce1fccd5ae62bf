import type { Db } from '#lib/core/db.ts'

/** Ends one session of a member; false when he has no such session that still runs. */
export async function endSession(db: Db, memberId: number, sessionId: string): Promise<boolean> {
  const rows = await db.rows(
    'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL RETURNING id',
    [sessionId, memberId],
  )
  return rows.length > 0
}

/** Ends all sessions of a member: after a new password, a reset, a deletion (decisions 5). */
export async function endAllSessions(db: Db, memberId: number): Promise<void> {
  await db.rows('UPDATE sessions SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL', [memberId])
}
