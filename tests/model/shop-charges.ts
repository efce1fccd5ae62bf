import {
  approveChargeCall,
  rejectChargeCall,
  requestCashRefundCall,
  requestChargeCall,
  reverseChargeCall,
  settleRefundCall,
  withdrawChargeCall,
} from '#lib/charges/calls.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { db } from '#lib/core/db.ts'
import { depositHookCall } from '#lib/deposits/calls.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { adjustPointsCall } from '#lib/points/calls.ts'
import { createPromotionCall, redeemCouponCall } from '#lib/promotions/calls.ts'
import { passRefundPeriod } from '#lib/referrals/testing/referrals.ts'
import { headersOfMember, type PerformAll, type Shop, sendCall, sendCallAbout } from './shop-calls.ts'

const reasonBody = { reason: '확인함' }
const chargeId = (shop: Shop, key: string): number | undefined => shop.charges.get(key)?.id

/** For each of these steps, the function that performs it in the shop by sending its call. */
export const chargePerformers: PerformAll<
  | 'charge'
  | 'withdraw'
  | 'deposit'
  | 'approve'
  | 'reject'
  | 'reverse'
  | 'refundPeriodEnds'
  | 'requestRefund'
  | 'payRefund'
  | 'rejectRefund'
  | 'adjust'
  | 'coupon'
  | 'redeem'
> = {
  charge: async (shop, { key, who, won }) => {
    const name = shop.members[who]?.name ?? ''
    const body = { name, point: won, feeType: 2, feeValue: {} }
    const { outcome, json } = await sendCall<{ id: number }>({
      call: requestChargeCall,
      headers: headersOfMember(shop, who),
      body,
    })
    if (!outcome.code) shop.charges.set(key, { id: json.id, name, won })
    return outcome
  },
  withdraw: (shop, { who, of }) =>
    sendCallAbout(withdrawChargeCall, chargeId(shop, of), headersOfMember(shop, who), {}),
  deposit: async (shop, { of }) => {
    const charge = shop.charges.get(of)
    if (!charge) return { status: 200 }
    const deposit = buildDeposit({ name: charge.name, amount: charge.won, externalId: `${of}-${charge.id}` })
    const raw = Buffer.from(JSON.stringify([deposit]))
    const headers = { 'content-type': 'application/json', ...signatureHeaders(raw) }
    return (await sendCall({ call: depositHookCall, headers, raw })).outcome
  },
  approve: (shop, { of }) => sendCallAbout(approveChargeCall, chargeId(shop, of), shop.owner, {}),
  reject: (shop, { of }) => sendCallAbout(rejectChargeCall, chargeId(shop, of), shop.owner, reasonBody),
  reverse: (shop, { of }) => sendCallAbout(reverseChargeCall, chargeId(shop, of), shop.owner, reasonBody),
  refundPeriodEnds: async (shop, { of }) => {
    const id = chargeId(shop, of) ?? 0
    const credited = `SELECT FROM charges WHERE id = $1 AND status = ${chargeStatus.SUCCESS}`
    if ((await db().rows(credited, [id])).length > 0) await passRefundPeriod(id)
    return { status: 200 }
  },
  requestRefund: async (shop, { key, who, won }) => {
    const { name = '', account = '' } = shop.members[who] ?? {}
    const body = { point: won, email: 'member@example.com', name, bank: '국민은행', account }
    const { outcome, json } = await sendCall<{ id: number }>({
      call: requestCashRefundCall,
      headers: headersOfMember(shop, who),
      body,
    })
    if (!outcome.code) shop.refunds.set(key, json.id)
    return outcome
  },
  payRefund: (shop, { of, bankChecked }) =>
    sendCallAbout(settleRefundCall, shop.refunds.get(of), shop.cashier, { status: 1, bankChecked, ...reasonBody }),
  rejectRefund: (shop, { of }) =>
    sendCallAbout(settleRefundCall, shop.refunds.get(of), shop.cashier, { status: 2, ...reasonBody }),
  adjust: (shop, { who, delta }) =>
    sendCallAbout(adjustPointsCall, shop.members[who]?.id, shop.owner, { delta, ...reasonBody }),
  coupon: async (shop, { key, point, times }) => {
    const [startsAt, endsAt] = [-1, 100].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    const gives = { kind: 'COUPON', name: '쿠폰', point, minCharge: 0, budget: point * times, maxGrants: times }
    const asked = { call: createPromotionCall, headers: shop.owner, body: { ...gives, startsAt, endsAt } }
    const { outcome, json } = await sendCall<{ code: string }>(asked)
    if (!outcome.code) shop.coupons.set(key, json.code)
    return outcome
  },
  redeem: async (shop, { who, of }) => {
    const body = { code: shop.coupons.get(of) ?? 'AAAA-AAAA-AAAA' }
    return (await sendCall({ call: redeemCouponCall, headers: headersOfMember(shop, who), body })).outcome
  },
}
