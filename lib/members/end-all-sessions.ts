import type { Db } from '#lib/core/db.ts'

/**
 * Ends all sessions of a member and deletes his tickets for the second factor, so that no login that has begun can be
 * finished. That happens after his password was changed or reset (docs/contract.md#sessions), or when an OWNER signs a
 * colleague out.
 */
export async function endAllSessions(db: Db, memberId: number): Promise<void> {
  await db.rows('DELETE FROM login_tickets WHERE member_id = $1', [memberId])
  await db.rows('UPDATE sessions SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL', [memberId])
}
