import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { isSamePersonSql } from './own-account.ts'

/** Least role that the second person must have. */
export type NeededRole = 'MANAGER' | 'OWNER'

/** Hours for which a staff member must have held his role to count as a second person; 0 in the demo. */
const minRoleHours = (): number => (env().DEMO ? 0 : 24)

const sufficientRoles: Readonly<Record<NeededRole, readonly string[]>> = {
  MANAGER: ['MANAGER', 'OWNER'],
  OWNER: ['OWNER'],
}

/**
 * People who can't be the second person for a request: its requester, staff who took part in an earlier step, and the
 * owner of the account that the request changes.
 */
export type ApprovalParties = { askedBy: number; excluded: readonly number[]; memberId: number | null }

// Selects somebody who can be the second person. $1: sufficient roles. $2: hours that the role must have been held. $3:
// the requester. $4: excluded staff. $5: the member whose account changes. $6: the only staff member to consider, NULL
// for all. `isSameSql` makes the condition that two member ids belong to one person, which excludes the requester.
const secondPersonSqlBy = (isSameSql: (memberId: string, otherId: string) => string): string => `
  SELECT FROM members m WHERE m.role <> 'MEMBER' AND m.role = ANY ($1::text[]) AND m.deleted_at IS NULL
  AND ${restrictedMember.sql('m')} IS NOT TRUE
  AND m.role_since <= now() - $2 * interval '1 hour'
  AND NOT (${isSameSql('m.id', '$3::int')})
  AND NOT EXISTS (SELECT FROM unnest($4::int[] || $5::int) AS x (id) WHERE x.id IS NOT NULL AND (${isSamePersonSql('m.id', 'x.id')}))
  AND ($6::int IS NULL OR m.id = $6) LIMIT 1`

const secondPersonSql = secondPersonSqlBy(isSamePersonSql)

// Like `secondPersonSql`, but also selects an account that seems to be the requester's.
const otherAccountSql = secondPersonSqlBy((memberId, otherId) => `${memberId} = ${otherId}`)

const secondPersonValues = (
  needs: NeededRole,
  { askedBy, excluded, memberId }: ApprovalParties,
  only: number | null,
) => [sufficientRoles[needs], minRoleHours(), askedBy, excluded, memberId, only]

/** True if this staff member can be the second person for a request. */
export async function isSecondPerson(
  db: Db,
  staffId: number,
  needs: NeededRole,
  involved: ApprovalParties,
): Promise<boolean> {
  const rows = await db.rows(secondPersonSql, secondPersonValues(needs, involved, staffId))
  return rows.length > 0
}

// True if this OWNER ($1) has, in the last 24 hours, suspended or banned a MANAGER or OWNER, or changed the role of
// one. He may have done so in order to confirm alone, so he doesn't count as the lone OWNER.
const removedColleagueSql = `SELECT EXISTS (
    SELECT FROM audit_entries a JOIN members m ON m.id = CASE WHEN a.subject_type = 'member' THEN a.subject_id::int END
    WHERE a.actor_id = $1 AND a.at > now() - interval '24 hours' AND m.id <> $1
      AND ((a.action = 'member.restrict' AND m.role IN ('MANAGER', 'OWNER')
          AND a.after ->> 'restriction' IN ('SUSPENDED', 'BANNED'))
        OR (a.action = 'staff.role' AND a.before ->> 'role' IN ('MANAGER', 'OWNER')))
  ) AS has_removed`

/**
 * True if this staff member is an OWNER and nobody else can confirm a request: he may then confirm it himself with his
 * password and a reason. False if he suspended or banned a MANAGER or OWNER, or changed the role of one, in the last 24
 * hours. A MANAGER or OWNER who seems to be the same person as he doesn't make him a lone OWNER: he could enter a
 * colleague's bank account in a cash refund request of his own.
 */
export async function isLoneOwner(
  db: Db,
  { memberId, role }: Pick<Caller, 'memberId' | 'role'>,
  needs: NeededRole,
  involved: Pick<ApprovalParties, 'excluded' | 'memberId'>,
): Promise<boolean> {
  if (role !== 'OWNER') return false
  const parties = {
    askedBy: memberId,
    excluded: involved.excluded.filter((staffId) => staffId !== memberId),
    memberId: involved.memberId,
  }
  const others = await db.rows(otherAccountSql, secondPersonValues(needs, parties, null))
  if (others.length > 0) return false
  return !(await oneRow<{ hasRemoved: boolean }>(db, removedColleagueSql, [memberId])).hasRemoved
}

/**
 * True if somebody could confirm a request of this staff member: a second person, or the staff member himself if he is
 * the lone OWNER.
 */
export async function canRequestBeConfirmed(
  db: Db,
  actor: Pick<Caller, 'memberId' | 'role'>,
  needs: NeededRole,
  involved: Pick<ApprovalParties, 'excluded' | 'memberId'>,
): Promise<boolean> {
  const parties = { ...involved, askedBy: actor.memberId }
  const others = await db.rows(secondPersonSql, secondPersonValues(needs, parties, null))
  return others.length > 0 || isLoneOwner(db, actor, needs, involved)
}

/** True if the staff member who made a request still has a sufficient role and no restriction. */
export async function mayRequesterStillAct(db: Db, staffId: number, needs: NeededRole): Promise<boolean> {
  const rows = await db.rows(
    `SELECT FROM members m WHERE m.id = $1 AND m.role = ANY ($2::text[]) AND m.deleted_at IS NULL
       AND ${restrictedMember.sql('m')} IS NOT TRUE`,
    [staffId, sufficientRoles[needs]],
  )
  return rows.length > 0
}
