import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { wholePoints } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { createPromotion } from './create-promotion.ts'
import { couponMessages } from './labels.ts'
import { promotionsForStaff } from './queries.ts'
import { redeemCoupon } from './redeem-coupon.ts'
import {
  couponInput,
  createdPromotion,
  promotionInput,
  promotionList,
  promotionQuery,
  registeredCoupon,
  stoppedPromotion,
} from './schema.ts'
import { stopPromotion } from './stop-promotion.ts'

export const promotionsCall = call({
  method: 'GET',
  path: '/api/admin/promotions',
  access: 'SUPPORT',
  query: promotionQuery,
  answer: promotionList,
  run: ({ db, query }) => promotionsForStaff(db, query),
})

export const createPromotionCall = call({
  method: 'POST',
  path: '/api/admin/promotions',
  access: 'MANAGER',
  reauth: true,
  idempotent: true,
  body: promotionInput,
  status: 201,
  answer: createdPromotion,
  run: async ({ db, body, idempotency, ...context }) => {
    const values = await settings(db)
    const [limit, limits] = [wholePoints(values.ADJUSTMENT_LIMIT), approvalLimitsOf(values)]
    return createPromotion(db, staffActor(context), { input: body, limit, limits, idempotency })
  },
})

export const stopPromotionCall = call({
  method: 'POST',
  path: '/api/admin/promotions/{id}/stop',
  access: 'MANAGER',
  params: idParams,
  answer: stoppedPromotion,
  run: async ({ db, params: { id }, ...context }) => {
    await stopPromotion(db, staffActor(context), { id })
    return { id, state: 'STOPPED' as const }
  },
})

export const redeemCouponCall = call({
  method: 'POST',
  path: '/service/coupon',
  access: 'member',
  limit: 'coupons',
  body: couponInput,
  malformed: couponMessages.malformed,
  status: 201,
  answer: registeredCoupon,
  run: ({ db, caller, body: { code } }) => redeemCoupon(db, { memberId: caller.memberId, code }),
})
