import { type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import { type Actor, actorText } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { grantWithCharge } from '#lib/promotions/grant-with-charge.ts'
import { chargeSettled, unknownCharge } from './errors.ts'
import { chargeStatus, type Funding } from './labels.ts'
import { approvableCharge } from './rules.ts'

/** A charge to approve: by staff without a deposit (APPROVED), or because a deposit pays for it (MATCHED). */
export type ChargeApproval = {
  chargeId: number
  outcome: 'APPROVED' | 'MATCHED'
  /** The second person's confirmation, if the approval needed one. */
  confirmation?: Confirmation | undefined
  /** Evidence that the charge was paid; UNCONFIRMED by default. */
  funding?: Funding
}

/**
 * A credited charge. `balanceAfter` is its member's balance after the credit, without the bonuses and coupons that are
 * credited next.
 */
export type CreditedCharge = { memberId: number; point: Points; balanceAfter: Points }

// The condition on the charge's status lets only one of several concurrent approvals through. Even without it, the
// unique key of the ledger would reject a second credit.
const approveAndCreditSql = `
  WITH approved AS (
    UPDATE charges SET status = ${chargeStatus.SUCCESS}, outcome = $2, response_at = now(), settled_by = $4, funding = $5,
      confirmed_by = $6
    WHERE id = $1::bigint AND ${approvableCharge.sql()}
    RETURNING id, member_id, point
  ), credit AS (
    UPDATE balances SET point = balances.point + approved.point FROM approved
    WHERE balances.member_id = approved.member_id
    RETURNING balances.point
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT member_id, 'CHARGE', approved.point, credit.point, 'charge', id, $3 FROM approved, credit
  )
  SELECT approved.member_id, approved.point, credit.point AS balance_after FROM approved, credit`

/**
 * Approves a pending or expired charge and credits its points exactly once. Also credits the bonuses and coupons that
 * come with it (docs/contract.md#charges), and writes an audit row if the actor is a staff member. Call it in a
 * transaction.
 * @throws NOT_FOUND; CONFLICT the charge was already approved, rejected or withdrawn
 */
export async function approveCharge(tx: Db, actor: Actor, approval: ChargeApproval): Promise<CreditedCharge> {
  const { chargeId, outcome, confirmation, funding = 'UNCONFIRMED' } = approval
  const settledBy = actor.kind === 'staff' ? actor.memberId : null
  const [approved] = await tx.rows<CreditedCharge>(approveAndCreditSql, [
    ...[chargeId, outcome, actorText(actor), settledBy, funding],
    confirmation?.confirmedBy ?? null,
  ])
  if (!approved) {
    const existing = await tx.rows('SELECT FROM charges WHERE id = $1::bigint', [chargeId])
    throw existing.length === 0 ? unknownCharge() : chargeSettled()
  }
  await grantWithCharge(tx, actor, { chargeId, memberId: approved.memberId, point: approved.point })
  if (actor.kind === 'staff')
    await recordAudit(tx, actor, {
      action: 'charge.approve',
      subjectType: 'charge',
      subjectId: chargeId,
      after: {
        status: chargeStatus.SUCCESS,
        credited: pointsToNumber(approved.point),
        ...confirmationForAudit(confirmation),
      },
    })
  return approved
}
