import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { ownAccount, ownImport } from './errors.ts'

/** Whose account something belongs to, by the kind of thing. */
const memberOf = {
  member: '$2::int',
  charge: '(SELECT member_id FROM charges WHERE id = $2)',
  refund: '(SELECT member_id FROM refund_requests WHERE id = $2)',
  adjustment: '(SELECT member_id FROM adjustments WHERE id = $2)',
  order: '(SELECT member_id FROM orders WHERE id = $2)',
  'auto-order': '(SELECT member_id FROM auto_orders WHERE id = $2)',
} as const

export type SubjectType = keyof typeof memberOf

/** Narrows a stored subject type to those that belong to an account. */
export const belongsToMember = (type: string): type is SubjectType => Object.hasOwn(memberOf, type)

/**
 * Whether the accounts of two expressions are one person's: the same account, or two with the same telephone, Naver or
 * Kakao person, or refund account. Both may be NULL; then the answer is false.
 */
export const samePersonSql = (one: string, other: string): string => `coalesce(${one} = ${other}, false)
  OR EXISTS (SELECT FROM members a JOIN members b ON b.phone = a.phone WHERE a.id = ${one} AND b.id = ${other})
  OR EXISTS (SELECT FROM sns_links a JOIN sns_links b ON b.provider = a.provider AND b.subject = a.subject
    WHERE a.member_id = ${one} AND b.member_id = ${other})
  OR EXISTS (SELECT FROM refund_requests a JOIN refund_requests b ON b.account_hash = a.account_hash
    WHERE a.member_id = ${one} AND b.member_id = ${other})`

/** What a staff member is about to do, to what. */
export type StaffAct = {
  caller: Pick<Caller, 'memberId'>
  address: string
  /** As the audit trail calls it. */
  action: string
  subjectType: SubjectType
  subjectId: number
  /** Whose own account it must not be; the caller's unless said. */
  asIf?: number
}

/**
 * Refuses what a staff member does for his own account, whatever his role. Give it the pool and not a transaction: the
 * audit row of the attempt must outlive the refusal.
 * @throws OWN_ACCOUNT
 */
export async function refuseOwnAccount(db: Db, act: StaffAct): Promise<void> {
  const { caller, address, action, subjectType, subjectId, asIf = caller.memberId } = act
  const { same } = await oneRow<{ same: boolean }>(
    db,
    `SELECT ${samePersonSql('$1::int', 'm.id')} AS same FROM (SELECT ${memberOf[subjectType]} AS id) m`,
    [asIf, subjectId],
  )
  if (!same) return
  await recordAudit(db, {
    actorId: caller.memberId,
    action: 'four-eyes.own-account',
    subjectType,
    subjectId,
    after: { refused: action },
    address,
  })
  throw asIf === caller.memberId ? ownAccount() : ownImport()
}
