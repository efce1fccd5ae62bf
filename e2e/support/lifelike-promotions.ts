import { db } from '#lib/core/db.ts'
import { redeemCoupon } from '#lib/promotions/redeem-coupon.ts'
import { makeBonusInput, makeCouponInput, makePromotion } from '#lib/promotions/testing/promotions.ts'

/**
 * Smallest charge, in points, that gets one of these bonuses. It is larger than the charges of all journeys, which
 * share this shop and expect balances without a bonus.
 */
const MIN_BONUS_CHARGE = 100_000_000

/**
 * Creates ended and running bonuses, and two coupons for the member: he has used one, and the other waits for a charge.
 */
export async function fillPromotions(memberId: number): Promise<void> {
  const pastPeriod = { startsAt: '2026-10-01T00:00:00.000Z', endsAt: '2026-11-01T00:00:00.000Z' }
  await makePromotion(makeBonusInput({ name: '지난가을 첫 충전 보너스', ...pastPeriod }))
  await makePromotion(
    makeBonusInput({ name: '연말 감사 충전 보너스', percent: 12.5, maxPoint: 50_000, minCharge: MIN_BONUS_CHARGE }),
  )
  await makePromotion(
    makeBonusInput({ name: '매번 드리는 보너스', percent: 3, minCharge: MIN_BONUS_CHARGE, once: false }),
  )
  const coupons = [
    makeCouponInput({ name: '인스타그램 팔로워 이벤트에 참여해 주신 분께 드리는 감사 쿠폰', point: 1_500 }),
    makeCouponInput({ name: '오만 원 충전 쿠폰', point: 5_000, minCharge: 50_000, maxGrants: 100 }),
  ]
  for (const coupon of coupons) {
    const { code } = await makePromotion(coupon)
    await redeemCoupon(db(), { memberId, code })
  }
}
