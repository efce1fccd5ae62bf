import { largerOf, type Points, pointsFromResponse, smallerOf } from '#lib/money/points.ts'
import type { PromotionState, PromotionStatus } from './labels.ts'

/**
 * Points that a promotion gives: `percent` (in hundredths of a percent) of the charge, or `point`. The other field is
 * null.
 */
export type GrantTerms = {
  percent: number | null
  point: Points | null
  /** Maximum points for one charge, if the promotion gives a percentage; null if there is no maximum. */
  maxPoint: Points | null
  /** Minimum points of a charge with which the promotion gives points; 0 if any charge is enough. */
  minCharge: Points
}

/**
 * Points that a promotion gives with a charge of `charged` points, rounded down to a hundredth; 0 if the charge is too
 * small (docs/contract.md#promotions).
 */
export function computeGrantPoints({ percent, point, maxPoint, minCharge }: GrantTerms, charged: Points): Points {
  if (charged < minCharge) return 0n
  const share = percent === null ? (point ?? 0n) : (charged * BigInt(percent)) / 10_000n
  return maxPoint === null ? share : smallerOf(share, maxPoint)
}

/** A promotion that a member can get. `left`: points left in its budget. */
export type PromotionOffer = GrantTerms & { id: number; left: Points }

/**
 * The offer that gives most points with a charge of `charged` points, and these points (`gives`). If several give the
 * same, the oldest one. Leaves out offers whose budget is too small. Null if no offer gives any points. A charge gets
 * only one bonus.
 */
export function bestOffer<O extends PromotionOffer>(
  offers: readonly O[],
  charged: Points,
): (O & { gives: Points }) | null {
  let best: (O & { gives: Points }) | null = null
  for (const offer of offers) {
    const gives = computeGrantPoints(offer, charged)
    if (gives === 0n || gives > offer.left) continue
    if (best === null || gives > best.gives || (gives === best.gives && offer.id < best.id)) best = { ...offer, gives }
  }
  return best
}

/**
 * A grant of `point` that came with a charge of `charged` points. `takenBack`: points of the grant that were taken back
 * so far.
 */
export type ChargeGrant = { point: Points; takenBack: Points; charged: Points }

/**
 * Further points of a grant that have to be taken back after `returned` points of its charge were reversed or paid back
 * in cash. In proportion to `returned`, rounded down to a hundredth; never negative.
 */
export const pointsToTakeBack = ({ point, takenBack, charged }: ChargeGrant, returned: Points): Points =>
  largerOf((point * smallerOf(returned, charged)) / charged - takenBack, 0n)

/**
 * Points of a grant to give back, because too many were taken back: only `returned` points of its charge are reversed
 * or paid back in cash. Never negative.
 */
export const pointsToGiveBack = ({ point, takenBack, charged }: ChargeGrant, returned: Points): Points =>
  largerOf(takenBack - (point * smallerOf(returned, charged)) / charged, 0n)

/**
 * A charge from which a cash refund can be paid: its unspent points, its points that were reversed or paid back before
 * (`returned`), and the grants that came with it.
 */
export type RefundableCharge = { unspent: Points; returned: Points; grants: readonly ChargeGrant[] }

/** Points of a charge's grants that are taken back if `part` points of the charge are paid back now. */
const takenBackFor = ({ returned, grants }: RefundableCharge, part: Points): Points =>
  grants.reduce((sum, grant) => sum + pointsToTakeBack(grant, returned + part), 0n)

/**
 * Largest part of a charge's unspent points that can be paid back in cash. `available` points of the balance must cover
 * both this part and the points of the charge's grants that are then taken back. So a bonus that was spent lowers the
 * cash refund (docs/contract.md#promotions).
 */
export function largestRefundablePart(charge: RefundableCharge, available: Points): Points {
  let [low, high] = [0n, largerOf(smallerOf(charge.unspent, available), 0n)]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle + takenBackFor(charge, middle) <= available) low = middle
    else high = middle - 1n
  }
  return low
}

/**
 * For each of several charges, in this sequence: the largest `part` that can be paid back in cash, and the points of
 * its grants that are then taken back (`back`). `available` points of the balance must cover all of these together.
 */
export function largestRefundableParts(
  charges: readonly RefundableCharge[],
  available: Points,
): { part: Points; back: Points }[] {
  let left = available
  return charges.map((charge) => {
    const part = largestRefundablePart(charge, left)
    const back = part === 0n ? 0n : takenBackFor(charge, part)
    left -= part + back
    return { part, back }
  })
}

/** Converts what a member types to a coupon's code as stored: without dashes and spaces, in capital letters. */
export const normalizeCouponCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** An offer as screens show it (`GrantTerms`, `PromotionOffer`), in points; `percent` is in hundredths of a percent. */
export type ShownOffer = {
  id: number
  name: string
  percent: number | null
  point: number | null
  maxPoint: number | null
  minCharge: number
  left: number
  /** True if each person gets it only once. */
  once: boolean
  endsAt: string
}

const exactOrNull = (points: number | null): Points | null => (points === null ? null : pointsFromResponse(points))

/** The bonus that a charge of `charged` points would get now, and the points it gives; null if there is none. */
export function bestShownOffer(
  offers: readonly ShownOffer[],
  charged: Points,
): { offer: ShownOffer; gives: Points } | null {
  const exact = offers.map((offer) => ({
    ...{
      id: offer.id,
      percent: offer.percent,
      left: pointsFromResponse(offer.left),
      minCharge: pointsFromResponse(offer.minCharge),
    },
    ...{ point: exactOrNull(offer.point), maxPoint: exactOrNull(offer.maxPoint), offer },
  }))
  return bestOffer(exact, charged)
}

/**
 * Status of a promotion at the time `now`, in milliseconds since 1970. `given` and `budget` must be in the same unit.
 */
export function promotionStatus(
  row: {
    state: PromotionState
    startsAt: string
    endsAt: string
    given: number
    budget: number
    grants: number
    maxGrants: number | null
  },
  now: number,
): PromotionStatus {
  if (row.state !== 'ACTIVE') return row.state
  if (now >= Date.parse(row.endsAt)) return 'OVER'
  if (row.given >= row.budget || row.grants >= (row.maxGrants ?? Number.POSITIVE_INFINITY)) return 'EXHAUSTED'
  return now < Date.parse(row.startsAt) ? 'AHEAD' : 'RUNNING'
}
