import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { chargeSettled, unknownCharge } from './errors.ts'
import type { Funding } from './labels.ts'

export type Approval = {
  chargeId: number
  actor: string
  outcome: 'APPROVED' | 'MATCHED'
  /** The staff member who decided it; null when the matching rule did. */
  settledBy?: number | null
  /** The second person who confirmed that. */
  confirmedBy?: number | null
  /** Defaults to UNCONFIRMED. */
  funding?: Funding
}

export type Approved = { memberId: number; point: Points; balanceAfter: Points }

// Of any number of concurrent approvals the guard on the status lets one through. The ledger's unique key would refuse
// a second one even without the guard.
const statement = `
  WITH approved AS (
    UPDATE charges SET status = 1, outcome = $2, response_at = now(), settled_by = $4, funding = $5,
      confirmed_by = $6
    WHERE id = $1::bigint AND (status = 0 OR (status = 2 AND outcome = 'EXPIRED'))
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
 * Credits a charge once. It must be pending or expired (docs/contract.md#charges).
 * @throws NOT_FOUND; CONFLICT it was approved, rejected or withdrawn before
 */
export async function approveCharge(db: Db, approval: Approval): Promise<Approved> {
  const { chargeId, actor, outcome, settledBy = null, confirmedBy = null, funding = 'UNCONFIRMED' } = approval
  const [approved] = await db.rows<Approved>(statement, [chargeId, outcome, actor, settledBy, funding, confirmedBy])
  if (approved) return approved
  const known = await db.rows('SELECT FROM charges WHERE id = $1::bigint', [chargeId])
  throw known.length === 0 ? unknownCharge() : chargeSettled()
}
