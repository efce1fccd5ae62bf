import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { lastOwner } from './errors.ts'
import { endEverySession, lockStaff, type StaffAct, toldOf } from './sign-out.ts'

/**
 * Gives a member a role and ends his sessions: staff's are shorter (decisions 5). Role changes queue, so that two
 * owners can't make each other the last but none.
 * @throws NOT_FOUND; CONFLICT the shop would be left without an owner; FORBIDDEN the actor is no owner any more
 */
export function changeRole(db: Database, { role, ...act }: StaffAct & { role: Role }) {
  return db.transaction(async (tx) => {
    const { memberId } = act
    const before = await lockStaff(tx, act)
    const owners = await tx.rows("SELECT 1 FROM members WHERE role = 'OWNER' AND deleted_at IS NULL AND id <> $1", [
      memberId,
    ])
    if (role !== 'OWNER' && before === 'OWNER' && owners.length === 0) throw lastOwner()
    if (role === before) return { memberNo: memberId, role }
    await tx.rows('UPDATE members SET role = $2 WHERE id = $1', [memberId, role])
    await endEverySession(tx, memberId)
    await recordAudit(tx, { ...toldOf(act), action: 'staff.role', before: { role: before }, after: { role } })
    return { memberNo: memberId, role }
  })
}

type Grant = Omit<StaffAct, 'memberId'> & { loginId: string; role: Role }

/** The same for a member who is known by his login id. @throws what `changeRole` throws */
export async function grantRole(db: Database, { loginId, ...grant }: Grant) {
  const [member] = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id = $1 AND deleted_at IS NULL', [
    loginId,
  ])
  if (!member) throw unknownMember()
  return changeRole(db, { ...grant, memberId: member.id })
}
