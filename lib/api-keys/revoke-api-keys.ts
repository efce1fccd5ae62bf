import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { noApiKey } from './errors.ts'

/**
 * Revokes all API keys of a member, for staff. Further calls with these keys are refused. The member may make new keys.
 * @throws NOT_FOUND the member has no key
 */
export function revokeKeysByStaff(db: Database, actor: StaffActor, { memberId }: { memberId: number }): Promise<void> {
  return db.transaction(async (tx) => {
    const keys = await tx.rows('DELETE FROM api_keys WHERE member_id = $1 RETURNING member_id', [memberId])
    if (keys.length === 0) throw noApiKey()
    const subject = { subjectType: 'member', subjectId: memberId }
    await recordAudit(tx, actor, { action: 'api-key.revoke', ...subject })
  })
}

/**
 * Revokes all API keys of a member and records an account event; does nothing if he has none. Pass the transaction of
 * the change that makes the revocation necessary, such as a new password.
 */
export async function revokeKeysOfMember(tx: Db, memberId: number, address: string): Promise<void> {
  const keys = await tx.rows('DELETE FROM api_keys WHERE member_id = $1 RETURNING member_id', [memberId])
  if (keys.length > 0) await recordAccountEvent(tx, { memberId, kind: 'API_KEY_REVOKED', address })
}
