import type { Db } from '#lib/core/db.ts'
import { chargeSettled, reasonMissing, unknownCharge } from './errors.ts'
import { chargeStatus } from './labels.ts'
import { pendingCharge } from './rules.ts'

/** How to end a pending charge: staff reject it, or its member withdraws it. */
type ChargeFailure =
  | { chargeId: number; outcome: 'REJECTED'; reason: string }
  | { chargeId: number; outcome: 'WITHDRAWN'; memberId: number }

/**
 * Ends a pending charge without a credit: staff reject it with a reason, or its member withdraws it
 * (docs/contract.md#charges). Returns the charge's member and points.
 * @throws BAD_INPUT no reason; NOT_FOUND there is no charge with this id, or the member withdraws another member's
 *   charge; CONFLICT the charge isn't pending any more
 */
export async function failCharge(db: Db, failure: ChargeFailure): Promise<{ memberId: number; point: bigint }> {
  const reason = failure.outcome === 'REJECTED' ? failure.reason : null
  if (reason === '') throw reasonMissing()
  const memberId = failure.outcome === 'WITHDRAWN' ? failure.memberId : null
  const [failed] = await db.rows<{ memberId: number; point: bigint }>(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = $2, reason = $3, response_at = now()
     WHERE id = $1::bigint AND ${pendingCharge.sql()} AND ($4::int IS NULL OR member_id = $4)
     RETURNING member_id, point`,
    [failure.chargeId, failure.outcome, reason, memberId],
  )
  if (failed) return failed
  const existing = await db.rows('SELECT FROM charges WHERE id = $1::bigint AND ($2::int IS NULL OR member_id = $2)', [
    failure.chargeId,
    memberId,
  ])
  throw existing.length === 0 ? unknownCharge() : chargeSettled()
}

/**
 * Expires at most `limit` charges that have been pending for 3 hours (docs/contract.md#charges). Returns the number of
 * expired charges.
 */
export async function expireCharges(db: Db, limit = 1_000): Promise<number> {
  const rows = await db.rows(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'EXPIRED', response_at = now()
     WHERE id IN (
       SELECT id FROM charges WHERE ${pendingCharge.sql()} AND expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) AND ${pendingCharge.sql()}
     RETURNING id`,
    [limit],
  )
  return rows.length
}
