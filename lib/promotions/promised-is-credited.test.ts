import { expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { feeType } from '#lib/charges/labels.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { bonusOffersFor } from './queries.ts'
import { redeemCoupon } from './redeem-coupon.ts'
import { bestOffer } from './rules.ts'
import { makeBonusInput, makeCouponInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

const COMBINATIONS = Number(process.env.PROOF_COMBINATIONS ?? 300)
const MAX_MS = Math.max(120_000, COMBINATIONS * 100)
const MEMBERS = 6

/** Returns a seeded generator of pseudo-random integers below `most`, so that a failure can be reproduced. */
function randomOf(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const random = randomOf(Number(process.env.PROOF_SEED ?? 20_261_124))
const chance = (of: number): boolean => random(of) === 0
const amount = (digits: number): number => 1 + random(10 ** (1 + random(digits)))

/**
 * Replaces all bonuses by a few random bonuses: percentages and points, with and without limits, some with almost no
 * budget left.
 */
async function changeBonuses(): Promise<void> {
  await stopAllPromotions()
  for (let count = random(4); count >= 0; count--) {
    const minCharge = chance(2) ? 0 : amount(5)
    const gives = chance(3)
      ? { percent: null, point: 1 + random(minCharge + 1), minCharge: minCharge + 1 }
      : { percent: (1 + random(10_000)) / 100, minCharge, maxPoint: chance(2) ? amount(5) : null }
    await makePromotion(
      makeBonusInput({
        ...gives,
        once: chance(2),
        budget: amount(8) + 100_000,
        maxGrants: chance(3) ? 1 + random(9) : null,
      }),
    )
  }
}

/** Creates a charge of these points without checking how many charges a member may request. Returns its id. */
async function makeAnyCharge(memberId: number, point: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     VALUES ($1, '홍길동', '홍길동', $2, $2, ${feeType.NONE}, '{}', now() + interval '3 hours') RETURNING id`,
    [memberId, BigInt(point) * 100n],
  )
  return id
}

/**
 * Returns the points of the largest of these coupons that a charge of this size releases; 0 if none fits. Removes that
 * coupon from `coupons`.
 */
async function couponFor(coupons: { point: number; minCharge: number }[], charged: number): Promise<number> {
  const fitting = coupons.filter(({ minCharge }) => minCharge <= charged).toSorted((a, b) => b.point - a.point)
  const [best] = fitting
  if (best) coupons.splice(coupons.indexOf(best), 1)
  return best?.point ?? 0
}

test(`the points promised are the points credited, in ${COMBINATIONS} combinations`, { timeout: MAX_MS }, async () => {
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async () => ({
      id: (await makeMember()).id,
      coupons: [] as { point: number; minCharge: number }[],
    })),
  )
  for (let done = 0; done < COMBINATIONS; done++) {
    if (done % 20 === 0) {
      await changeBonuses()
      for (const member of members) member.coupons = []
    }
    const member = members[random(MEMBERS)] ?? { id: 0, coupons: [] }
    if (chance(4)) {
      const terms = { point: amount(4), minCharge: chance(2) ? 0 : amount(5) }
      const { code } = await makePromotion(makeCouponInput({ ...terms, budget: 100_000 }))
      const before = await balanceOf(db(), member.id)
      const { credited, point } = await redeemCoupon(db(), { memberId: member.id, code })
      expect((await balanceOf(db(), member.id)) - before).toBe(credited ? BigInt(point) * 100n : 0n)
      if (!credited) member.coupons.push(terms)
    }
    const point = amount(7)
    const charged = BigInt(point) * 100n
    const before = await balanceOf(db(), member.id)
    const promised = bestOffer(await bonusOffersFor(db(), { memberId: member.id }), charged)?.gives ?? 0n
    const coupon = await couponFor(member.coupons, point)
    const chargeId = await makeAnyCharge(member.id, point)
    await db().transaction((tx) => approveCharge(tx, worker, { chargeId, outcome: 'APPROVED' }))
    expect((await balanceOf(db(), member.id)) - before).toBe(charged + promised + BigInt(coupon) * 100n)
  }
  await expectBooksBalance()
})
