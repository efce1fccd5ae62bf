import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { clock } from '#lib/core/clock.ts'
import type { Database, Db } from '#lib/core/db.ts'
import {
  lastOwnerRestricted,
  restrictionForbidden,
  restrictionReasonMissing,
  suspensionEndInPast,
  unknownMember,
} from './errors.ts'
import { hasOtherOwner } from './queries.ts'
import { isRestricted, type Restriction } from './restriction/rules.ts'
import { mayRestrict } from './rules.ts'

type RestrictionChange = {
  memberId: number
  level: Restriction['restriction']
  until: Date | null
  reason: string
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

/**
 * Sets or lifts a member's restriction, from his next call on (docs/contract.md#restrictions). Only an OWNER may
 * restrict staff.
 * @throws BAD_INPUT no reason, or an end in the past; NOT_FOUND; OWN_ACCOUNT; FORBIDDEN the actor may not restrict this
 * member; CONFLICT the member is the last OWNER
 */
export async function restrictMember(
  db: Database,
  actor: StaffActor,
  { memberId, level, until, reason }: RestrictionChange,
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
