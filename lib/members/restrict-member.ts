import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { clock } from '#lib/core/clock.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import {
  lastOwnerRestricted,
  restrictionForbidden,
  restrictionReasonMissing,
  suspensionEndInPast,
  unknownMember,
} from './errors.ts'
import { hasOtherOwner } from './queries.ts'
import { endedSuspension, isRestricted, type Restriction } from './restriction/rules.ts'
import { mayRestrict } from './rules.ts'

type RestrictionChange = {
  memberId: number
  level: Restriction['restriction']
  until: Date | null
  reason: string
  /** The restriction that the actor saw before he chose this one; absent if it doesn't matter. */
  seen?: { level: Restriction['restriction']; until: Date | null } | null | undefined
}

type LockedMember = Restriction & { role: string }

async function lockMember(tx: Db, memberId: number): Promise<LockedMember> {
  const [member] = await tx.rows<LockedMember>(
    'SELECT role, restriction, restricted_until FROM members WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [memberId],
  )
  if (!member) throw unknownMember()
  return member
}

/** True if this is the restriction that staff saw. A suspension that has ended is shown as NORMAL. */
function isStillSeen(member: Restriction, { level, until }: NonNullable<RestrictionChange['seen']>): boolean {
  if (endedSuspension.holds(member) && level === 'NORMAL') return true
  const endOf = (end: Date | null) => (level === 'SUSPENDED' ? (end?.getTime() ?? null) : null)
  return member.restriction === level && endOf(member.restrictedUntil) === endOf(until)
}

/**
 * Sets or lifts a member's restriction, from his next call on (docs/contract.md#restrictions). Only an OWNER may
 * restrict staff.
 * @throws BAD_INPUT no reason, or an end in the past; NOT_FOUND; OWN_ACCOUNT; FORBIDDEN the actor may not restrict this
 * member; CONFLICT the member is the last OWNER, or a colleague has set another restriction than `seen`
 */
export async function restrictMember(
  db: Database,
  actor: StaffActor,
  { memberId, level, until, reason, seen }: RestrictionChange,
) {
  if (reason === '') throw restrictionReasonMissing()
  const end = level === 'SUSPENDED' ? until : null
  if (end && end <= clock.now()) throw suspensionEndInPast()
  await refuseOwnAccount(db, actor, { action: 'member.restrict', subjectType: 'member', subjectId: memberId })
  return db.transaction(async (tx) => {
    // Changes of roles take this lock too, so that two OWNERs can't restrict or demote each other at the same time.
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff'))")
    const member = await lockMember(tx, memberId)
    if (!mayRestrict(actor, { memberId, role: member.role })) throw restrictionForbidden()
    if (seen && !isStillSeen(member, seen)) throw changedMeanwhile()
    const isLockedOut = isRestricted({ restriction: level, restrictedUntil: end })
    if (isLockedOut && member.role === 'OWNER' && !(await hasOtherOwner(tx, memberId))) throw lastOwnerRestricted()
    await tx.rows('UPDATE members SET restriction = $2, restricted_until = $3, restriction_reason = $4 WHERE id = $1', [
      memberId,
      level,
      end,
      level === 'NORMAL' ? '' : reason,
    ])
    await recordAudit(tx, actor, {
      action: 'member.restrict',
      subjectType: 'member',
      subjectId: memberId,
      before: { restriction: member.restriction, restrictedUntil: member.restrictedUntil },
      after: { restriction: level, restrictedUntil: end },
      reason,
    })
    return { memberNo: memberId, restriction: level, restrictedUntil: end?.toISOString() ?? null }
  })
}
