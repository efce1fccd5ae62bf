import { type Confirmation, confirmationOf } from '#lib/approvals/decide-approval.ts'
import { type Actor, actorText } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { chargeSettled, unknownCharge } from './errors.ts'
import { chargeStatus, type Funding } from './labels.ts'
import { approvableCharge } from './rules.ts'

export type Approval = {
  chargeId: number
  outcome: 'APPROVED' | 'MATCHED'
  /** The second person's confirmation, if the approval needed one. */
  confirmation?: Confirmation | undefined
  /** Defaults to UNCONFIRMED. */
  funding?: Funding
}

export type Approved = { memberId: number; point: Points; balanceAfter: Points }

// The condition on the status lets only one of several concurrent approvals through. The unique key of the ledger would
// reject a second credit even without that condition.
const approveAndCredit = `
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
 * Approves a charge and credits it exactly once, for staff (with an audit row; pass a transaction) or for the matching
 * rule. It must be pending or expired (docs/contract.md#charges).
 * @throws NOT_FOUND; CONFLICT it was already approved, rejected or withdrawn
 */
export async function approveCharge(tx: Db, actor: Actor, approval: Approval): Promise<Approved> {
  const { chargeId, outcome, confirmation, funding = 'UNCONFIRMED' } = approval
  const settledBy = actor.kind === 'staff' ? actor.memberId : null
  const [approved] = await tx.rows<Approved>(approveAndCredit, [
    ...[chargeId, outcome, actorText(actor), settledBy, funding],
    confirmation?.confirmedBy ?? null,
  ])
  if (!approved) {
    const known = await tx.rows('SELECT FROM charges WHERE id = $1::bigint', [chargeId])
    throw known.length === 0 ? unknownCharge() : chargeSettled()
  }
  if (actor.kind === 'staff')
    await recordAudit(tx, actor, {
      action: 'charge.approve',
      subjectType: 'charge',
      subjectId: chargeId,
      after: {
        status: chargeStatus.SUCCESS,
        credited: pointsToNumber(approved.point),
        ...confirmationOf(confirmation),
      },
    })
  return approved
}
