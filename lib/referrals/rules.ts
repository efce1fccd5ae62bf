import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import type { RewardHoldReason, RewardState } from './labels.ts'

/** Days after which a held reward is paid automatically if staff neither pay nor decline it. */
export const DAYS_UNTIL_HELD_REWARD_IS_PAID = 7

/**
 * Minutes after which a reward is checked again if it couldn't be paid because a request for a cash refund of its
 * charge, or a cancellation of its card payment, was open.
 */
export const REWARD_RECHECK_MINUTES = 10

/** Facts that decide the next step of a reward. Points are in hundredths. */
export type RewardFacts = {
  state: RewardState
  /** The whole reward. It is due if no part of the charge is reversed or paid back. */
  reward: Points
  /** Points paid of the reward (`paid`), and points of these that were taken back later (`takenBack`). */
  paid: Points
  takenBack: Points
  /**
   * Points credited by the charge (`point`), and points of these that were reversed or refunded in cash (`returned`).
   */
  point: Points
  returned: Points
  now: Date
  /** When the 72 hours end within which a cash refund of the charge can be requested. */
  payableAt: Date
  /** When a held reward is paid if staff don't decide before; null if the reward was never held. */
  heldUntil: Date | null
  /** True if staff have accepted the reward. It is then not held again. */
  cleared: boolean
  /** True while a request for a cash refund of the charge, or a cancellation of its card payment, is open. */
  refundOpen: boolean
  /** True if the referrer has deleted his account. */
  referrerGone: boolean
}

/** The next step of a reward. LOOK_AGAIN: check it again at the time `at`. NONE: do nothing. */
export type RewardStep =
  | { act: 'PAY' | 'TAKE_BACK'; amount: Points }
  | { act: 'LOOK_AGAIN'; at: Date }
  | { act: 'CANCEL' | 'NONE' }

/**
 * The part of a reward that is still due after `returned` of the charge's `point` points were reversed or paid back; 0
 * if all were. In hundredths of a point.
 */
export const rewardStillDue = (reward: Points, point: Points, returned: Points): Points =>
  reward - (reward * smallerOf(largerOf(returned, 0n), point)) / point

const minutesAfter = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)

/** The next step of a paid reward: takes back the part that isn't due any more, even if the referrer has left. */
function stepOfPaidReward(facts: RewardFacts): RewardStep {
  const excess = facts.paid - facts.takenBack - rewardStillDue(facts.reward, facts.point, facts.returned)
  return excess > 0n ? { act: 'TAKE_BACK', amount: excess } : { act: 'NONE' }
}

/** True while the reward is neither paid nor cancelled nor refused. */
export const isOpenReward = ({ state }: Pick<RewardFacts, 'state'>): boolean => state === 'OWED' || state === 'WAITING'

/**
 * Returns the next step of a reward with these facts. If this is PAY, `mustHoldReward` decides whether the reward is
 * held for staff instead.
 */
export function nextRewardStep(facts: RewardFacts): RewardStep {
  if (facts.state === 'PAID') return stepOfPaidReward(facts)
  if (!isOpenReward(facts)) return { act: 'NONE' }
  const amount = rewardStillDue(facts.reward, facts.point, facts.returned)
  if (facts.referrerGone || amount === 0n) return { act: 'CANCEL' }
  const dueAt = facts.state === 'WAITING' && facts.heldUntil ? facts.heldUntil : facts.payableAt
  if (facts.now < dueAt) return { act: 'LOOK_AGAIN', at: dueAt }
  if (facts.refundOpen) return { act: 'LOOK_AGAIN', at: minutesAfter(facts.now, REWARD_RECHECK_MINUTES) }
  return { act: 'PAY', amount }
}

/**
 * True if a reward that could be paid must first be held for staff: there are reasons to suspect the two members, the
 * reward wasn't held before, and staff haven't accepted it.
 */
export const mustHoldReward = ({ state, cleared }: RewardFacts, reasons: readonly RewardHoldReason[]): boolean =>
  state === 'OWED' && !cleared && reasons.length > 0

/**
 * Length and characters of referral codes (docs/contract.md#referral-rewards). Characters that are easily confused are
 * left out.
 */
export const referralCodeRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
