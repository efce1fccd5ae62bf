import { type Actor, actorText } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { grantWithCharge } from '#lib/promotions/grant-with-charge.ts'
import { cardChargeName, chargeStatus, feeType } from './labels.ts'

/** A payment that PortOne reports as paid: the member who paid, the points he bought, and when he began the payment. */
export type PaidPayment = { memberId: number; point: Points; createdAt: Date }

// The caller must have locked the payment's row in an earlier statement of the same transaction. Nothing else prevents
// a second credit of the payment.
const creditSql = `
  WITH charge AS (
    INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, status, outcome, method,
      funding, created_at, expires_at, response_at)
    VALUES ($1, '${cardChargeName}', '', $2, $2, ${feeType.NONE}, '{}', ${chargeStatus.SUCCESS}, 'PAID', 'CARD',
      'AUTHENTICATED', $3, now(), now())
    RETURNING id
  ), credit AS (
    UPDATE balances SET point = point + $2::bigint WHERE member_id = $1 RETURNING point
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT $1, 'CARD_CHARGE', $2, credit.point, 'charge', charge.id, $4 FROM charge, credit
  )
  SELECT charge.id FROM charge, credit`

/**
 * Creates a credited charge for a paid payment and credits its points, together with the bonuses and coupons that come
 * with it (docs/contract.md#card-payments). Call it in the transaction that marks the payment as credited, with the
 * payment's row and the member's balance locked. Returns the charge's id.
 */
export async function creditCardCharge(tx: Db, actor: Actor, paid: PaidPayment): Promise<number> {
  const { memberId, point, createdAt } = paid
  const { id } = await oneRow<{ id: number }>(tx, creditSql, [memberId, point, createdAt, actorText(actor)])
  await grantWithCharge(tx, actor, { chargeId: id, memberId, point })
  return id
}
