import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { isStaff } from './rules.ts'

/** The acting staff member, the target and the address. */
export type StaffAct = { memberId: number; actorId: number; address: string }

/** Ends all his sessions and what logins of his wait for a code. */
export async function endEverySession(tx: Db, memberId: number): Promise<void> {
  await tx.rows('UPDATE sessions SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL', [memberId])
  await tx.rows('DELETE FROM login_tickets WHERE member_id = $1', [memberId])
}

/**
 * Takes staff's lock: what owners do to each other queues, and an owner who was demoted while he waited does nothing
 * more. Answers the role of the one it is done to.
 * @throws FORBIDDEN; NOT_FOUND
 */
export async function lockStaff(tx: Db, { memberId, actorId }: StaffAct): Promise<Role> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
  const { owner } = await oneRow<{ owner: boolean }>(
    tx,
    "SELECT EXISTS (SELECT FROM members WHERE id = $1 AND role = 'OWNER') AS owner",
    [actorId],
  )
  if (!owner) throw new AppError('FORBIDDEN', messages.forbidden)
  const [member] = await tx.rows<{ role: Role }>(
    'SELECT role FROM members WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [memberId],
  )
  if (!member) throw unknownMember()
  return member.role
}

/** Signs a colleague out everywhere. @throws NOT_FOUND no staff of that number */
export function signOutStaff(db: Database, act: StaffAct): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isStaff(await lockStaff(tx, act))) throw unknownMember()
    await endEverySession(tx, act.memberId)
    await recordAudit(tx, { ...auditOf(act), action: 'staff.sign-out' })
  })
}

export const auditOf = ({ memberId, actorId, address }: StaffAct) => ({
  actorId,
  subjectType: 'member',
  subjectId: memberId,
  address,
})
