import { accountsOfSql } from '#lib/approvals/own-account.ts'
import type { Actor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { formerAccountsSql, identityHashes } from '#lib/members/former-identities.ts'
import type { Points } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import type { PromotionKind } from './labels.ts'

/**
 * SQL for the ids of all accounts of the person who owns the account `memberIdSql`, and of all accounts that used the
 * same browser. In the demo the browser is ignored, because people try several accounts of the demo in one browser.
 */
const accountsOfPersonOrBrowserSql = (memberIdSql: string): string => `${accountsOfSql(memberIdSql)} UNION
  SELECT b.member_id FROM member_visits a JOIN member_visits b ON b.kind = a.kind AND b.hash = a.hash
    WHERE a.member_id = ${memberIdSql} AND a.kind = 'DEVICE' AND NOT ${env().DEMO}`

/**
 * SQL condition: the promotion gives each person only one grant, and this person has already had it. He may have had it
 * on the account `memberIdSql`; on another account of his or of the same browser (`accountsOfPersonOrBrowserSql`); or
 * on an account that once had his telephone number or Naver or Kakao login (`formerAccountsSql`). `promotion` is the
 * alias of a row of promotions; `hashesSql` is SQL for the member's `identityHashes`.
 */
export const isAlreadyGrantedSql = (
  memberIdSql: string,
  promotion: string,
  hashesSql: string,
): string => `(${promotion}.once
    AND EXISTS (SELECT FROM promotion_grants o WHERE o.promotion_id = ${promotion}.id AND o.once
      AND o.member_id IN (${accountsOfPersonOrBrowserSql(memberIdSql)} UNION ${formerAccountsSql(hashesSql)})))`

/**
 * SQL condition: true if the account with the id `memberIdSql`, or another account of the same person, has a staff
 * role.
 */
export const isStaffPersonSql = (memberIdSql: string): string => `EXISTS (
    SELECT FROM members s WHERE s.id IN (${accountsOfSql(memberIdSql)}) AND s.role <> 'MEMBER')`

/** A grant to be given. `held` is true for a coupon that is credited only with a later charge. */
export type NewGrant = { promotionId: number; memberId: number; point: Points; chargeId: number | null; held: boolean }

/**
 * Why a grant was refused. USED: the promotion gives each person only one grant, and this person or browser has already
 * had it. EXHAUSTED: the rest of the budget is too small, the maximum number of grants was given, or the promotion
 * isn't active any more.
 */
export type GrantRefusal = 'USED' | 'EXHAUSTED'

const usedSql = () => `
  SELECT ${isAlreadyGrantedSql('$2::int', 'p', '$3::bytea[]')} AS used FROM promotions p WHERE p.id = $1`

// Counts a grant against the budget. The condition is the same as in the table's constraints, so that a grant above the
// budget updates no row and the statement doesn't fail.
const countSql = `
  UPDATE promotions SET given = given + $2::bigint, grant_count = grant_count + 1
  WHERE id = $1 AND state = 'ACTIVE' AND given + $2::bigint <= budget AND (max_grants IS NULL OR grant_count < max_grants)
  RETURNING kind, once`

/**
 * Records a grant and counts it against the promotion's budget, or returns why the grant is refused. Credits nothing:
 * see `moveGrant`. The caller must have locked the member's balance: it is always locked before the promotion, and
 * while it is locked the account can't be deleted. The promotion's row stays locked until the transaction ends, so that
 * grants of one promotion are recorded one after another, even those to several accounts of a person.
 */
export async function recordGrant(
  tx: Db,
  grant: NewGrant,
): Promise<{ grantId: number; kind: PromotionKind } | GrantRefusal> {
  const { promotionId, memberId, point, chargeId, held } = grant
  await tx.rows('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [promotionId])
  const { used } = await oneRow<{ used: boolean }>(tx, usedSql(), [
    promotionId,
    memberId,
    await identityHashes(tx, memberId),
  ])
  if (used) return 'USED'
  const [promotion] = await tx.rows<{ kind: PromotionKind; once: boolean }>(countSql, [promotionId, point])
  if (!promotion) return 'EXHAUSTED'
  const { id } = await oneRow<{ id: number }>(
    tx,
    `INSERT INTO promotion_grants (promotion_id, member_id, kind, once, charge_id, point, state, credited_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7::text = 'CREDITED' THEN now() END) RETURNING id`,
    [promotionId, memberId, promotion.kind, promotion.once, chargeId, point, held ? 'HELD' : 'CREDITED'],
  )
  return { grantId: id, kind: promotion.kind }
}

/** Kind of a grant's ledger entries, by the kind of its promotion. */
const entryKindOf = { BONUS: 'CHARGE_BONUS', COUPON: 'COUPON' } as const

/** A debit or credit of a grant's points. `seq` numbers the ledger entries of one grant; 0 is its first credit. */
type GrantMove = { grantId: number; kind: PromotionKind; memberId: number; delta: Points; seq?: number }

/**
 * Credits a grant, debits a part of it that is taken back, or credits a part that is given back.
 * @throws Error the points can't be moved; callers must check first that they can
 */
export async function moveGrant(tx: Db, actor: Actor, { grantId, kind, ...move }: GrantMove): Promise<void> {
  const cause = { kind: entryKindOf[kind], refType: 'promotion-grant', refId: grantId } as const
  const result = await movePoints(tx, actor, { ...move, ...cause })
  if (typeof result === 'string') throw new Error(`grant ${grantId} can’t be moved: ${result}`)
}
