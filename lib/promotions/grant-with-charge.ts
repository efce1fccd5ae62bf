import type { Actor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { bonusOffersFor } from './queries.ts'
import { isStaffPersonSql, moveGrant, recordGrant } from './record-grant.ts'
import { bestOffer, type PromotionOffer } from './rules.ts'

/** A charge that this transaction has just credited with `point`. Its member's balance is therefore locked. */
export type CreditedChargeFacts = { chargeId: number; memberId: number; point: Points }

/**
 * Gives the largest bonus that the charge can get. If this bonus is refused, or its budget was used up meanwhile, tries
 * the next largest.
 */
async function giveBonus(tx: Db, actor: Actor, charge: CreditedChargeFacts): Promise<void> {
  const { chargeId, memberId, point } = charge
  let offers: PromotionOffer[] = await bonusOffersFor(tx, { memberId, chargeId })
  for (let best = bestOffer(offers, point); best; best = bestOffer(offers, point)) {
    const { id, gives } = best
    const recorded = await recordGrant(tx, { promotionId: id, memberId, point: gives, chargeId, held: false })
    if (typeof recorded !== 'string') {
      await moveGrant(tx, actor, { ...recorded, memberId, delta: gives })
      return
    }
    offers = offers.filter((offer) => offer.id !== id)
  }
}

// Credits a held coupon. The charge must have been requested before the coupon's end; it may be paid later. A stopped
// coupon gives nothing any more. Staff get no coupon, even if they registered it before they became staff.
const creditHeldSql = `
  UPDATE promotion_grants SET state = 'CREDITED', credited_at = now(), charge_id = $1
  WHERE id = (
    SELECT g.id FROM promotion_grants g JOIN promotions p ON p.id = g.promotion_id JOIN charges c ON c.id = $1
    WHERE g.member_id = $2 AND g.state = 'HELD' AND p.state = 'ACTIVE' AND p.min_charge <= c.point AND c.created_at < p.ends_at
      AND NOT ${isStaffPersonSql('$2::int')}
    ORDER BY g.point DESC, g.id LIMIT 1
  ) RETURNING id, point`

/** Credits one held coupon of the member: the largest for which this charge is large enough. */
async function creditHeldCoupon(tx: Db, actor: Actor, { chargeId, memberId }: CreditedChargeFacts): Promise<void> {
  const [coupon] = await tx.rows<{ id: number; point: Points }>(creditHeldSql, [chargeId, memberId])
  if (coupon) await moveGrant(tx, actor, { grantId: coupon.id, kind: 'COUPON', memberId, delta: coupon.point })
}

/**
 * Credits the best bonus for a charge, and one coupon that waits for a charge (docs/contract.md#promotions). Call it in
 * the transaction that credits the charge. Does nothing if the member can get neither, so it never prevents the credit
 * of the charge.
 */
export async function grantWithCharge(tx: Db, actor: Actor, charge: CreditedChargeFacts): Promise<void> {
  await giveBonus(tx, actor, charge)
  await creditHeldCoupon(tx, actor, charge)
}
