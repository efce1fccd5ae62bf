import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { noTotp } from './errors.ts'
import { isStaff } from './rules.ts'
import { auditOf, endEverySession, lockStaff, type StaffAct } from './sign-out.ts'

/**
 * Deletes a colleague's authenticator and recovery codes and ends his sessions; at his next login he sets up a new one.
 * @throws NOT_FOUND no staff member with this id; CONFLICT he has no authenticator
 */
export function resetTotp(db: Database, act: StaffAct): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isStaff(await lockStaff(tx, act))) throw unknownMember()
    const [had] = await tx.rows<{ confirmedAt: Date }>(
      'DELETE FROM staff_totp WHERE member_id = $1 RETURNING confirmed_at',
      [act.memberId],
    )
    if (!had) throw noTotp()
    await tx.rows('DELETE FROM recovery_codes WHERE member_id = $1', [act.memberId])
    await endEverySession(tx, act.memberId)
    const before = { totpSince: had.confirmedAt.toISOString() }
    await recordAudit(tx, { ...auditOf(act), action: 'staff.totp.reset', before, after: { totpSince: null } })
  })
}
