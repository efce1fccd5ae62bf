import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { totpNotSet } from './errors.ts'
import { isStaff } from './rules.ts'
import { lockStaff, type TargetMember } from './sign-out.ts'

/**
 * Deletes a colleague's authenticator and recovery codes and ends his sessions. At his next login he sets up a new
 * authenticator.
 * @throws NOT_FOUND no staff member has this id; CONFLICT he has no authenticator; FORBIDDEN the actor is no longer an
 * OWNER
 */
export function resetTotp(db: Database, actor: StaffActor, { memberId }: TargetMember): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isStaff(await lockStaff(tx, actor, { memberId }))) throw unknownMember()
    const [deleted] = await tx.rows<{ confirmedAt: Date }>(
      'DELETE FROM staff_totp WHERE member_id = $1 RETURNING confirmed_at',
      [memberId],
    )
    if (!deleted) throw totpNotSet()
    await tx.rows('DELETE FROM recovery_codes WHERE member_id = $1', [memberId])
    await endAllSessions(tx, memberId)
    const before = { totpSince: deleted.confirmedAt.toISOString() }
    const subject = { subjectType: 'member', subjectId: memberId }
    await recordAudit(tx, actor, { action: 'staff.totp.reset', ...subject, before, after: { totpSince: null } })
  })
}
