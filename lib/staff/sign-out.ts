import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { isStaff } from './rules.ts'

/** The member on whom staff act, usually a colleague. */
export type TargetMember = { memberId: number }

/**
 * Takes the lock under which all changes of staff run one after the other. Then checks the actor again, because he may
 * have been demoted while he waited for the lock. Returns the target member's role.
 * @throws FORBIDDEN the actor isn't an OWNER; NOT_FOUND
 */
export async function lockStaff(tx: Db, actor: StaffActor, { memberId }: TargetMember): Promise<Role> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
  const { owner } = await oneRow<{ owner: boolean }>(
    tx,
    "SELECT EXISTS (SELECT FROM members WHERE id = $1 AND role = 'OWNER') AS owner",
    [actor.memberId],
  )
  if (!owner) throw new AppError('FORBIDDEN', messages.forbidden)
  const [member] = await tx.rows<{ role: Role }>(
    'SELECT role FROM members WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [memberId],
  )
  if (!member) throw unknownMember()
  return member.role
}

/**
 * Ends all sessions of a staff member.
 * @throws NOT_FOUND no staff member has this id; FORBIDDEN the actor is no longer an OWNER
 */
export function signOutStaff(db: Database, actor: StaffActor, { memberId }: TargetMember): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isStaff(await lockStaff(tx, actor, { memberId }))) throw unknownMember()
    await endAllSessions(tx, memberId)
    await recordAudit(tx, actor, { action: 'staff.sign-out', subjectType: 'member', subjectId: memberId })
  })
}
