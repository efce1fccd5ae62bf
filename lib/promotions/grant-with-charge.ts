import type { Actor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { claimGrant, moveGrant } from './claim-grant.ts'
import { offersFor } from './queries.ts'
import { bestOffer, type Offer } from './rules.ts'

/** A charge that was just credited in this transaction, so that its member's balance is locked. */
export type CreditedChargeFacts = { chargeId: number; memberId: number; point: Points }

/** Gives the best bonus that the member can get; if its budget was used up meanwhile, the next best. */
async function giveBonus(tx: Db, actor: Actor, charge: CreditedChargeFacts): Promise<void> {
  const { chargeId, memberId, point } = charge
  let offers: Offer[] = await offersFor(tx, { memberId, chargeId })
  for (let best = bestOffer(offers, point); best; best = bestOffer(offers, point)) {
    const { id, gives } = best
    const claimed = await claimGrant(tx, { promotionId: id, memberId, point: gives, chargeId, held: false })
    if (typeof claimed !== 'string') {
      await moveGrant(tx, actor, { ...claimed, memberId, delta: gives })
      return
    }
    offers = offers.filter((offer) => offer.id !== id)
  }
}

// Any charge requested before the coupon's end counts, however late its money comes; a stopped coupon gives nothing any
// more.
const creditHeldSql = `
  UPDATE promotion_grants SET state = 'CREDITED', credited_at = now(), charge_id = $1
  WHERE id = (
    SELECT g.id FROM promotion_grants g JOIN promotions p ON p.id = g.promotion_id JOIN charges c ON c.id = $1
    WHERE g.member_id = $2 AND g.state = 'HELD' AND p.state = 'ACTIVE' AND p.min_charge <= c.point AND c.created_at < p.ends_at
    ORDER BY g.point DESC, g.id LIMIT 1
  ) RETURNING id, point`

/** Credits the largest coupon that waits for such a charge, at most one. */
async function creditHeldCoupon(tx: Db, actor: Actor, { chargeId, memberId }: CreditedChargeFacts): Promise<void> {
  const [used] = await tx.rows<{ id: number; point: Points }>(creditHeldSql, [chargeId, memberId])
  if (used) await moveGrant(tx, actor, { grantId: used.id, kind: 'COUPON', memberId, delta: used.point })
}

/**
 * Credits what comes with a charge, in the transaction that credits it: the best bonus, and one coupon that waits for a
 * charge (docs/contract.md#promotions). Never refuses: a charge is credited with or without.
 */
export async function grantWithCharge(tx: Db, actor: Actor, charge: CreditedChargeFacts): Promise<void> {
  await giveBonus(tx, actor, charge)
  await creditHeldCoupon(tx, actor, charge)
}
