import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import type { HoldReason, RewardState } from './labels.ts'

/** Days after which a held reward is paid automatically if staff don't decide. */
export const UNDECIDED_DAYS = 7

/**
 * A reward that can't be paid because a refund request or a cancellation of its charge is open is checked again after
 * this many minutes.
 */
export const OPEN_REFUND_MINUTES = 10

/** What decides the next step of a reward. Points are in hundredths. */
export type RewardFacts = {
  state: RewardState
  /** The whole reward, which is due if nothing of the charge is reversed or paid back. */
  reward: Points
  /** What was paid of the reward, and what was taken back of that later. */
  paid: Points
  takenBack: Points
  /** Points credited by the charge, and how many of them were reversed or refunded in cash. */
  point: Points
  returned: Points
  now: Date
  /** When the 72 hours end in which a refund of the charge can be requested. */
  payableAt: Date
  /** When a held reward is paid if staff haven't decided; null if it was never held. */
  heldUntil: Date | null
  /** True if staff have accepted the reward, so that it isn't held again. */
  cleared: boolean
  /** True while a refund request or a cancellation of the charge is open. */
  refundOpen: boolean
  /** True if the referrer has deleted his account. */
  referrerGone: boolean
}

/** The next step of a reward. LOOK_AGAIN: check it again at the time `at`. NONE: nothing is to be done. */
export type RewardStep =
  | { act: 'PAY' | 'TAKE_BACK'; amount: Points }
  | { act: 'LOOK_AGAIN'; at: Date }
  | { act: 'CANCEL' | 'NONE' }

/**
 * The part of a reward that is due after `returned` of the charge's `point` were reversed or paid back: 0 if all of
 * them were. In hundredths of a point.
 */
export const netReward = (reward: Points, point: Points, returned: Points): Points =>
  reward - (reward * smallerOf(largerOf(returned, 0n), point)) / point

const minutesAfter = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)

/** The next step of a paid reward: takes back what isn't due any more, also from a referrer who has left. */
function stepOfPaidReward(facts: RewardFacts): RewardStep {
  const excess = facts.paid - facts.takenBack - netReward(facts.reward, facts.point, facts.returned)
  return excess > 0n ? { act: 'TAKE_BACK', amount: excess } : { act: 'NONE' }
}

/** True while the reward is neither paid nor cancelled nor refused. */
export const isOpenReward = ({ state }: Pick<RewardFacts, 'state'>): boolean => state === 'OWED' || state === 'WAITING'

/**
 * The next step of a reward with these facts. Before a step PAY, `mustHoldReward` decides whether the reward is held
 * for staff instead.
 */
export function nextRewardStep(facts: RewardFacts): RewardStep {
  if (facts.state === 'PAID') return stepOfPaidReward(facts)
  if (!isOpenReward(facts)) return { act: 'NONE' }
  const amount = netReward(facts.reward, facts.point, facts.returned)
  if (facts.referrerGone || amount === 0n) return { act: 'CANCEL' }
  const dueAt = facts.state === 'WAITING' && facts.heldUntil ? facts.heldUntil : facts.payableAt
  if (facts.now < dueAt) return { act: 'LOOK_AGAIN', at: dueAt }
  if (facts.refundOpen) return { act: 'LOOK_AGAIN', at: minutesAfter(facts.now, OPEN_REFUND_MINUTES) }
  return { act: 'PAY', amount }
}

/**
 * True if a reward that could be paid must first be held for staff: there are reasons to suspect the two members, it
 * wasn't held before, and staff haven't accepted it.
 */
export const mustHoldReward = ({ state, cleared }: RewardFacts, reasons: readonly HoldReason[]): boolean =>
  state === 'OWED' && !cleared && reasons.length > 0

/**
 * Length and characters of referral codes. Characters that are easily confused are left out
 * (docs/contract.md#referral-rewards).
 */
export const referralCodeRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
