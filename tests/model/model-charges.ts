import {
  type ApplyAll,
  chargeStatus,
  conflict,
  creditPoints,
  type Model,
  memberOf,
  movePoints,
  notFound,
  type Outcome,
  ok,
  refundStatus,
  takePointsBack,
} from './state.ts'

// Charges, their reversals and debts, adjustments and coupons (docs/contract.md#charges, docs/contract.md#debts).

/** Points of a charge that were paid back in cash. */
export const pointsPaidBack = ({ refunds }: Model, charge: string): number =>
  Object.values(refunds)
    .filter(({ status }) => status === refundStatus.PAID)
    .flatMap(({ parts }) => parts)
    .filter((part) => part.charge === charge)
    .reduce((sum, { points }) => sum + points, 0)

const { WAITING, CREDITED, FAILED } = chargeStatus

/** Index of the member whom the member 0 has referred. His first credited charge earns the referrer a reward. */
export const REFERRED_MEMBER = 1
/** Reward in basis points (hundredths of a percent) of the charge. */
export const REWARD_BASIS_POINTS = 750

/** Credits a waiting charge, or ends it without a credit. `vouched` is true if the bank itself reported the money. */
function settle(model: Model, key: string, to: number, vouched = false): Outcome {
  const charge = model.charges[key]
  if (charge?.status !== WAITING) return conflict
  Object.assign(charge, { status: to, vouched })
  if (to !== CREDITED) return ok()
  creditPoints(memberOf(model, charge.by), 'CHARGE', charge.point, key)
  if (charge.by === REFERRED_MEMBER && !model.reward) {
    const reward = Math.floor((charge.point * REWARD_BASIS_POINTS) / 10_000)
    model.reward = { charge: key, reward, state: 'OWED', paid: 0, takenBack: 0 }
  }
  return ok()
}

/** For each of these steps, the function that performs it in the model. */
export const chargeSteps: ApplyAll<
  'charge' | 'withdraw' | 'deposit' | 'approve' | 'reject' | 'reverse' | 'adjust' | 'coupon' | 'redeem'
> = {
  charge: (model, { key, who, won }) => {
    const waiting = Object.values(model.charges).filter(({ by, status }) => by === who && status === WAITING)
    if (waiting.length >= 10) return conflict
    const fresh = { status: WAITING, reversed: false, isOld: false, vouched: false, givenBack: false }
    model.charges[key] = { by: who, point: won * 100, ...fresh }
    return ok(201)
  },
  withdraw: (model, { who, of }) => {
    const charge = model.charges[of]
    return charge?.by === who ? settle(model, of, FAILED) : notFound
  },
  deposit: (model, { of }) => {
    settle(model, of, CREDITED, true)
    return ok()
  },
  approve: (model, { of }) => (model.charges[of] ? settle(model, of, CREDITED) : notFound),
  reject: (model, { of }) => (model.charges[of] ? settle(model, of, FAILED) : notFound),
  reverse: (model, { of }) => {
    const charge = model.charges[of]
    if (!charge) return notFound
    if (charge.status !== CREDITED || charge.reversed) return conflict
    charge.reversed = true
    takePointsBack(memberOf(model, charge.by), 'CHARGE_REVERSAL', charge.point - pointsPaidBack(model, of), of)
    return ok()
  },
  adjust: (model, { who, delta }) => {
    const member = memberOf(model, who)
    if (member.balance + delta * 100 < 0) return conflict
    if (delta > 0) creditPoints(member, 'ADJUSTMENT', delta * 100)
    else movePoints(member, { kind: 'ADJUSTMENT', delta: delta * 100, cause: '' })
    return ok()
  },
  coupon: (model, { key, point, times }) => {
    model.coupons[key] = { point: point * 100, left: times, usedBy: [] }
    return ok(201)
  },
  redeem: (model, { who, of }) => {
    const coupon = model.coupons[of]
    if (!coupon) return notFound
    if (coupon.usedBy.includes(who) || coupon.left === 0) return conflict
    coupon.left -= 1
    coupon.usedBy.push(who)
    creditPoints(memberOf(model, who), 'COUPON', coupon.point)
    return ok(201)
  },
}
