import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { AppError } from '#lib/core/errors.ts'
import { ownAccountRefused } from './errors.ts'

/** SQL column and table with the id of the member to whom a subject belongs, by subject type. */
const memberIdSource = {
  member: 'id FROM members',
  charge: 'member_id FROM charges',
  refund: 'member_id FROM refund_requests',
  adjustment: 'member_id FROM adjustments',
  order: 'member_id FROM orders',
  'auto-order': 'member_id FROM auto_orders',
  request: 'member_id FROM order_requests',
} as const

export type MemberSubjectType = keyof typeof memberIdSource

/** Type guard: true for the subject types that belong to a member's account. */
export const isMemberSubjectType = (type: string): type is MemberSubjectType => Object.hasOwn(memberIdSource, type)

/**
 * SQL for the ids of all accounts of a person. `accountSql` is an SQL expression for the id of one of them. Accounts
 * belong to the same person if they have the same phone number, the same linked Naver or Kakao account, or the same
 * bank account for cash refunds.
 */
export const accountsOfSql = (accountSql: string): string => `
  SELECT ${accountSql} UNION
  SELECT b.id FROM members a JOIN members b ON b.phone = a.phone WHERE a.id = ${accountSql} UNION
  SELECT b.member_id FROM sns_links a JOIN sns_links b ON b.provider = a.provider AND b.subject = a.subject
    WHERE a.member_id = ${accountSql} UNION
  SELECT b.member_id FROM refund_requests a JOIN refund_requests b ON b.account_hash = a.account_hash
    WHERE a.member_id = ${accountSql}`

/** SQL condition: two accounts, given by SQL for their ids, belong to the same person. False if an id is NULL. */
export const isSamePersonSql = (accountSql: string, otherSql: string): string =>
  `coalesce(${accountSql} IN (${accountsOfSql(otherSql)}), false)`

/** True if two accounts belong to the same person. */
export async function isSamePerson(db: Db, accountId: number, otherId: number): Promise<boolean> {
  const { same } = await oneRow<{ same: boolean }>(db, `SELECT ${isSamePersonSql('$1::int', '$2::int')} AS same`, [
    accountId,
    otherId,
  ])
  return same
}

/** An action of a staff member on a subject that may belong to one of his own accounts. */
export type StaffAct = {
  /** Name of the action in the audit trail. */
  action: string
  subjectType: MemberSubjectType
  subjectId: number
  /** Id of the staff member whose accounts the action may not touch; the actor by default. */
  staffId?: number
  /** Makes the error to throw; `ownAccountRefused` by default. */
  error?: () => AppError
}

/**
 * Refuses an action of a staff member on one of his own accounts, whatever his role. Pass the pool, not a transaction:
 * the audit row of the attempt must not be rolled back.
 * @throws OWN_ACCOUNT, or the error of `act.error`
 */
export async function refuseOwnAccount(db: Db, actor: StaffActor, act: StaffAct): Promise<void> {
  const { action, subjectType, subjectId, staffId = actor.memberId, error = ownAccountRefused } = act
  const { same } = await oneRow<{ same: boolean }>(
    db,
    `SELECT ${isSamePersonSql('$1::int', 'm.id')} AS same FROM (SELECT (SELECT ${memberIdSource[subjectType]} WHERE id = $2) AS id) m`,
    [staffId, subjectId],
  )
  if (!same) return
  await recordAudit(db, actor, {
    action: 'four-eyes.own-account',
    subjectType,
    subjectId,
    after: { refused: action },
  })
  throw error()
}
