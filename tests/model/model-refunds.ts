import { pointsPaidBack } from './model-charges.ts'
import {
  type ApplyAll,
  badInput,
  type ChargePoints,
  chargeStatus,
  conflict,
  creditPoints,
  debtOf,
  type Model,
  type ModelCharge,
  type ModelRefund,
  memberOf,
  movePoints,
  notFound,
  type Outcome,
  ok,
  refundStatus,
  takePointsBack,
} from './state.ts'
import { unspentPoints } from './unspent-points.ts'

// Cash refunds, and the referral reward that depends on them (docs/contract.md#cash-refunds,
// docs/contract.md#referral-rewards).

const { REQUESTED, PAID, REJECTED } = refundStatus

const sumOf = (parts: readonly ChargePoints[]): number => parts.reduce((sum, { points }) => sum + points, 0)

/**
 * Unspent points of a member's charges: of the charges of the last 72 hours and, whatever their age, of the charges in
 * `also`.
 */
function unspentOf(model: Model, who: number, also: readonly ChargePoints[] = []): ChargePoints[] {
  const wanted = Object.entries(model.charges).filter(
    ([key, { by, status, isOld }]) =>
      by === who && status === chargeStatus.CREDITED && (!isOld || also.some(({ charge }) => charge === key)),
  )
  const all = unspentPoints(memberOf(model, who).entries, new Set(wanted.map(([key]) => key)))
  return all.filter(({ charge }) => !model.charges[charge]?.reversed)
}

/** Takes this many points from the parts, first to last. Returns the taken parts. */
function takeParts(parts: readonly ChargePoints[], points: number): ChargePoints[] {
  let missing = points
  return parts.flatMap((part) => {
    const taken = Math.min(part.points, missing)
    missing -= taken
    return taken > 0 ? [{ charge: part.charge, points: taken }] : []
  })
}

function pay(model: Model, key: string, refund: ModelRefund, bankChecked: boolean): Outcome {
  const { by, point, parts } = refund
  const charges = parts.map(({ charge }) => model.charges[charge] as ModelCharge)
  if (charges.some(({ vouched, givenBack }) => !vouched || givenBack) && !bankChecked) return conflict
  if (debtOf(memberOf(model, by)) > 0 || charges.some(({ reversed }) => reversed)) return conflict
  const unspent = new Map(unspentOf(model, by, parts).map(({ charge, points }) => [charge, points]))
  if (parts.some(({ charge, points }) => (unspent.get(charge) ?? 0) < points)) return conflict
  refund.status = PAID
  for (const charge of charges) charge.vouched = true
  movePoints(memberOf(model, by), { kind: 'CASH_REFUND', delta: -point, cause: key, parts })
  return ok()
}

/** For each of these steps, the function that performs it in the model. */
export const refundSteps: ApplyAll<'requestRefund' | 'payRefund' | 'rejectRefund' | 'refundPeriodEnds'> = {
  requestRefund: (model, { key, who, won }) => {
    if (won === 0) return badInput
    const isOpen = Object.values(model.refunds).some(({ by, status }) => by === who && status === REQUESTED)
    const member = memberOf(model, who)
    if (isOpen || debtOf(member) > 0) return conflict
    const parts = unspentOf(model, who)
    const most = Math.floor(Math.min(sumOf(parts), member.balance) / 100) * 100
    const point = won === null ? most : won * 100
    if (most === 0 || point > most) return conflict
    model.refunds[key] = { by: who, point, status: REQUESTED, parts: takeParts(parts, point) }
    return ok(201)
  },
  payRefund: (model, { of, bankChecked }) => {
    const refund = model.refunds[of]
    if (!refund) return notFound
    return refund.status === REQUESTED ? pay(model, of, refund, bankChecked) : conflict
  },
  rejectRefund: (model, { of }) => {
    const refund = model.refunds[of]
    if (!refund) return notFound
    if (refund.status !== REQUESTED) return conflict
    refund.status = REJECTED
    return ok()
  },
  refundPeriodEnds: (model, { of }) => {
    const charge = model.charges[of]
    if (charge?.status === chargeStatus.CREDITED) charge.isOld = true
    return ok()
  },
}

/**
 * Pays the reward, or takes a part of it back, if that is due. The reward is paid 72 hours after the charge, reduced by
 * the share of the charge that was paid back or reversed, but not while a refund of the charge is requested. If points
 * of the charge are paid back or reversed later, their share of the reward is taken back.
 */
export function settleReward(model: Model): void {
  const { reward } = model
  const charge = reward && model.charges[reward.charge]
  if (!reward || !charge || reward.state === 'CANCELED') return
  const referrer = memberOf(model, 0)
  const returned = charge.reversed ? charge.point : pointsPaidBack(model, reward.charge)
  const net = reward.reward - Math.floor((reward.reward * returned) / charge.point)
  if (reward.state === 'PAID') {
    const points = reward.paid - reward.takenBack - net
    reward.takenBack += points
    takePointsBack(referrer, 'REWARD_REVERSAL', points, reward.charge)
    return
  }
  if (net === 0) reward.state = 'CANCELED'
  if (net === 0 || !charge.isOld) return
  const isAsked = Object.values(model.refunds).some(
    ({ status, parts }) => status === REQUESTED && parts.some((part) => part.charge === reward.charge),
  )
  if (isAsked) return
  Object.assign(reward, { state: 'PAID', paid: net })
  creditPoints(referrer, 'REFERRAL_REWARD', net)
}
