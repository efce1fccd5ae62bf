import { accountsOfSql } from '#lib/approvals/own-account.ts'
import type { Actor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Points } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import type { PromotionKind } from './labels.ts'

/** SQL for the ids of all accounts of the person who has account `member`, and of those that used the same browser. */
const peersSql = (member: string): string => `${accountsOfSql(member)} UNION
  SELECT b.member_id FROM member_visits a JOIN member_visits b ON b.kind = a.kind AND b.hash = a.hash
    WHERE a.member_id = ${member} AND a.kind = 'DEVICE' AND NOT ${env().DEMO}`

/**
 * SQL condition: `promotion` gives each person only one grant, and account `member`, or another one of the same person
 * or browser, already has it. In the demo, whose visitors try several accounts in one browser, browsers don't count.
 */
export const alreadyGrantedSql = (member: string, promotion: string): string => `(${promotion}.once AND EXISTS (
    SELECT FROM promotion_grants o WHERE o.promotion_id = ${promotion}.id AND o.once
      AND o.member_id IN (${peersSql(member)})))`

/** SQL condition: true if account `member`, or another one of the same person, has a staff role. */
export const isStaffSql = (member: string): string => `EXISTS (
    SELECT FROM members s WHERE s.id IN (${accountsOfSql(member)}) AND s.role <> 'MEMBER')`

export type Claim = { promotionId: number; memberId: number; point: Points; chargeId: number | null; held: boolean }

/**
 * Why a claim was refused. USED: the person already had it. EXHAUSTED: the budget is used up, or the promotion isn't
 * active any more.
 */
export type ClaimRefusal = 'USED' | 'EXHAUSTED'

const checkSql = () => `
  SELECT ${alreadyGrantedSql('$2::int', 'p')} AS used FROM promotions p WHERE p.id = $1`

// The condition repeats the checks of the table: of two claims at once the second waits for the row's lock, and then
// finds what the first has left.
const countSql = `
  UPDATE promotions SET given = given + $2::bigint, grant_count = grant_count + 1
  WHERE id = $1 AND state = 'ACTIVE' AND given + $2::bigint <= budget AND (max_grants IS NULL OR grant_count < max_grants)
  RETURNING kind, once`

/**
 * Records a grant of `point` and counts it against the promotion's budget, or refuses it. Nothing is credited. Lock the
 * member's balance before: the promotion's row is locked here, after it, until the transaction ends. Claims of one
 * promotion thus run one after another, also those of several accounts of a person.
 */
export async function claimGrant(
  tx: Db,
  claim: Claim,
): Promise<{ grantId: number; kind: PromotionKind } | ClaimRefusal> {
  const { promotionId, memberId, point, chargeId, held } = claim
  await tx.rows('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [promotionId])
  const { used } = await oneRow<{ used: boolean }>(tx, checkSql(), [promotionId, memberId])
  if (used) return 'USED'
  const [counted] = await tx.rows<{ kind: PromotionKind; once: boolean }>(countSql, [promotionId, point])
  if (!counted) return 'EXHAUSTED'
  const { id } = await oneRow<{ id: number }>(
    tx,
    `INSERT INTO promotion_grants (promotion_id, member_id, kind, once, charge_id, point, state, credited_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7::text = 'CREDITED' THEN now() END) RETURNING id`,
    [promotionId, memberId, counted.kind, counted.once, chargeId, point, held ? 'HELD' : 'CREDITED'],
  )
  return { grantId: id, kind: counted.kind }
}

const entryKind = { BONUS: 'CHARGE_BONUS', COUPON: 'COUPON' } as const

type GrantMove = { grantId: number; kind: PromotionKind; memberId: number; delta: Points; seq?: number }

/**
 * Credits a grant (`seq` 0), or debits a part of it that is taken back.
 * @throws Error it isn't possible; callers check that before
 */
export async function moveGrant(tx: Db, actor: Actor, { grantId, kind, ...move }: GrantMove): Promise<void> {
  const cause = { kind: entryKind[kind], refType: 'promotion-grant', refId: grantId } as const
  const moved = await movePoints(tx, actor, { ...move, ...cause })
  if (typeof moved === 'string') throw new Error(`grant ${grantId} can’t be moved: ${moved}`)
}
