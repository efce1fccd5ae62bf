import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { roleLabels } from '#lib/members/labels.ts'
import { hasOtherOwner } from '#lib/members/queries.ts'
import { type AppliedChange, requestChange } from '#lib/pending-changes/request-change.ts'
import { lastOwnerMustStay } from './errors.ts'
import { type ChangedRole, roles } from './schema.ts'
import { lockStaff, type TargetMember } from './sign-out.ts'

/** True if the change of role would leave the shop without an OWNER who can run it (`hasOtherOwner`). */
const leavesNoOwner = async (tx: Db, memberId: number, before: Role, role: Role): Promise<boolean> =>
  before === 'OWNER' && role !== 'OWNER' && !(await hasOtherOwner(tx, memberId))

type RoleToSet = TargetMember & { before: Role; role: Role; confirmedBy?: number | null }

/** Sets the role and writes the audit row. Ends all of the member's sessions, because sessions of staff are shorter. */
async function setRole(tx: Db, actor: StaffActor, { memberId, before, role, confirmedBy }: RoleToSet): Promise<void> {
  await tx.rows('UPDATE members SET role = $2 WHERE id = $1', [memberId, role])
  await tx.rows('DELETE FROM enrol_codes WHERE member_id = $1', [memberId])
  await endAllSessions(tx, memberId)
  await recordAudit(tx, actor, {
    action: 'staff.role',
    subjectType: 'member',
    subjectId: memberId,
    before: { role: before },
    after: { role, ...(confirmedBy && { confirmedBy }) },
  })
}

/**
 * Changes a member's role to `role`: at once, or as a pending change that waits for a period or for a second OWNER.
 * Returns the member's present role, and when the new role takes effect (`effectiveAt`; null if it already has). Role
 * changes run one after the other: two OWNERs who demote each other at the same time must not leave the shop without an
 * OWNER.
 * @throws NOT_FOUND; CONFLICT the shop would be left without an OWNER; FORBIDDEN the actor is no longer an OWNER
 */
export function changeRole(
  db: Database,
  actor: StaffActor,
  { memberId, role }: TargetMember & { role: Role },
): Promise<ChangedRole> {
  return db.transaction(async (tx) => {
    const before = await lockStaff(tx, actor, { memberId })
    if (await leavesNoOwner(tx, memberId, before, role)) throw lastOwnerMustStay()
    if (role === before) return { memberNo: memberId, role, effectiveAt: null }
    const { loginId } = await oneRow<{ loginId: string }>(tx, 'SELECT login_id FROM members WHERE id = $1', [memberId])
    const shown = { name: loginId, before: roleLabels[before], after: roleLabels[role] }
    const change = {
      kind: 'ROLE',
      subject: String(memberId),
      isEmpty: false,
      before,
      after: role,
      shown,
    } as const
    const effectiveAt = await requestChange(tx, actor, change)
    if (effectiveAt) return { memberNo: memberId, role: before, effectiveAt: effectiveAt.toISOString() }
    await setRole(tx, actor, { memberId, before, role })
    return { memberNo: memberId, role, effectiveAt: null }
  })
}

/**
 * Applies a pending change of role. Returns false if the member was deleted, his role has changed since the request, or
 * the shop would be left without an OWNER.
 */
export async function applyRoleChange(
  tx: Db,
  actor: StaffActor,
  { subject, before, after, confirmedBy }: AppliedChange,
): Promise<boolean> {
  const memberId = Number(subject)
  const role = roles.find((each) => each === after)
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
  const [member] = await tx.rows<{ role: Role }>(
    'SELECT role FROM members WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [memberId],
  )
  if (!member || !role || member.role !== before) return false
  if (await leavesNoOwner(tx, memberId, member.role, role)) return false
  await setRole(tx, actor, { memberId, before: member.role, role, confirmedBy })
  return true
}

type RoleGrant = { loginId: string; role: Role }

/** Calls `changeRole` for the member with this login id. @throws NOT_FOUND; the errors of `changeRole` */
export async function grantRole(db: Database, actor: StaffActor, { loginId, role }: RoleGrant) {
  const [member] = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id = $1 AND deleted_at IS NULL', [
    loginId,
  ])
  if (!member) throw unknownMember()
  return changeRole(db, actor, { memberId: member.id, role })
}
