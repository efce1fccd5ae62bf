import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import type { HoldReason, RewardState } from './labels.ts'

/** Days after which a held reward is paid automatically if staff don't decide. */
export const UNDECIDED_DAYS = 7

/** Minutes between checks of a reward that can't be paid yet because of an open refund request. */
export const OPEN_REFUND_MINUTES = 10

/** Facts that decide the next step of a reward. Amounts are hundredths of a point. */
export type RewardFacts = {
  state: RewardState
  /** Reward for the whole charge. */
  reward: Points
  paid: Points
  takenBack: Points
  /** Points credited by the charge, and how much of them was reversed or refunded in cash. */
  point: Points
  returned: Points
  now: Date
  /** Time when the 72 hours after the charge end. */
  payableAt: Date
  heldUntil: Date | null
  /** True if staff have accepted the reward. */
  cleared: boolean
  refundOpen: boolean
  referrerGone: boolean
}

export type RewardStep =
  | { act: 'PAY' | 'TAKE_BACK'; amount: Points }
  | { act: 'LOOK_AGAIN'; at: Date }
  | { act: 'CANCEL' | 'NONE' }

/**
 * Reward that remains after `returned` of a charge of `point` was paid back; 0 if all of it was. Hundredths of a point.
 */
export const netReward = (reward: Points, point: Points, returned: Points): Points =>
  reward - (reward * smallerOf(largerOf(returned, 0n), point)) / point

const minutesAfter = (from: Date, count: number): Date => new Date(from.getTime() + count * 60_000)

function stepOfPaid(facts: RewardFacts): RewardStep {
  const back = facts.paid - facts.takenBack - netReward(facts.reward, facts.point, facts.returned)
  return back > 0n && !facts.referrerGone ? { act: 'TAKE_BACK', amount: back } : { act: 'NONE' }
}

/** True if the reward is still to be paid or decided: OWED or WAITING. */
export const isOpen = ({ state }: Pick<RewardFacts, 'state'>): boolean => state === 'OWED' || state === 'WAITING'

/** Next step of a reward. Doesn't decide whether a payable reward must be held for staff first; see `mustHold`. */
export function nextStep(facts: RewardFacts): RewardStep {
  if (facts.state === 'PAID') return stepOfPaid(facts)
  if (!isOpen(facts)) return { act: 'NONE' }
  const amount = netReward(facts.reward, facts.point, facts.returned)
  if (facts.referrerGone || amount === 0n) return { act: 'CANCEL' }
  const wait = facts.state === 'WAITING' && facts.heldUntil ? facts.heldUntil : facts.payableAt
  if (facts.now < wait) return { act: 'LOOK_AGAIN', at: wait }
  if (facts.refundOpen) return { act: 'LOOK_AGAIN', at: minutesAfter(facts.now, OPEN_REFUND_MINUTES) }
  return { act: 'PAY', amount }
}

/** True if a payable reward must be held for staff. It is held at most once, and not after staff accepted it. */
export const mustHold = ({ state, cleared }: RewardFacts, reasons: readonly HoldReason[]): boolean =>
  state === 'OWED' && !cleared && reasons.length > 0

/**
 * Length and alphabet of referral codes, without characters that are easily confused
 * (docs/contract.md#referral-rewards).
 */
export const referralCodeRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
