import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { lastOwner } from './errors.ts'

type RoleChange = { memberId: number; role: Role; actorId: number; address: string }

/**
 * Gives a member a role and ends his sessions: staff's are shorter (decisions 5). Role changes queue, so that two
 * owners can't make each other the last but none.
 * @throws NOT_FOUND; CONFLICT the shop would be left without an owner
 */
export function changeRole(db: Database, { memberId, role, actorId, address }: RoleChange) {
  return db.transaction(async (tx) => {
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
    const [member] = await tx.rows<{ role: Role }>(
      'SELECT role FROM members WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
      [memberId],
    )
    if (!member) throw unknownMember()
    const owners = await tx.rows("SELECT 1 FROM members WHERE role = 'OWNER' AND deleted_at IS NULL AND id <> $1", [
      memberId,
    ])
    if (role !== 'OWNER' && member.role === 'OWNER' && owners.length === 0) throw lastOwner()
    if (role === member.role) return { memberNo: memberId, role }
    await tx.rows('UPDATE members SET role = $2 WHERE id = $1', [memberId, role])
    await tx.rows('UPDATE sessions SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL', [memberId])
    await recordAudit(tx, {
      actorId,
      action: 'staff.role',
      subjectType: 'member',
      subjectId: memberId,
      before: { role: member.role },
      after: { role },
      address,
    })
    return { memberNo: memberId, role }
  })
}
