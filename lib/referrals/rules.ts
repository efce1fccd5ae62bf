import { largerOf, type Points, smallerOf } from '#lib/money/points.ts'
import type { HoldReason, RewardState } from './labels.ts'

/** Days after which a held reward is paid automatically if staff don't decide. */
export const UNDECIDED_DAYS = 7

/** A reward that can't be paid because of an open refund request is checked again after this many minutes. */
export const OPEN_REFUND_MINUTES = 10

/** What decides the next step of a reward. Amounts in hundredths of a point. */
export type RewardFacts = {
  state: RewardState
  /** Reward if nothing of the charge is paid back. */
  reward: Points
  paid: Points
  takenBack: Points
  /** Points credited by the charge, and how many of them were reversed or refunded in cash. */
  point: Points
  returned: Points
  now: Date
  /** When the 72 hours end in which a refund of the charge can be requested. */
  payableAt: Date
  heldUntil: Date | null
  /** True if staff have accepted the reward, so that it isn't held again. */
  cleared: boolean
  refundOpen: boolean
  referrerGone: boolean
}

export type RewardStep =
  | { act: 'PAY' | 'TAKE_BACK'; amount: Points }
  | { act: 'LOOK_AGAIN'; at: Date }
  | { act: 'CANCEL' | 'NONE' }

/**
 * The part of a reward that the referrer keeps after `returned` of the charge's `point` were paid back to the charged
 * member: 0 if all of them were. In hundredths of a point.
 */
export const netReward = (reward: Points, point: Points, returned: Points): Points =>
  reward - (reward * smallerOf(largerOf(returned, 0n), point)) / point

const minutesAfter = (from: Date, count: number): Date => new Date(from.getTime() + count * 60_000)

function stepOfPaid(facts: RewardFacts): RewardStep {
  const back = facts.paid - facts.takenBack - netReward(facts.reward, facts.point, facts.returned)
  return back > 0n && !facts.referrerGone ? { act: 'TAKE_BACK', amount: back } : { act: 'NONE' }
}

/** True while the reward is neither paid nor cancelled nor refused. */
export const isOpenReward = ({ state }: Pick<RewardFacts, 'state'>): boolean => state === 'OWED' || state === 'WAITING'

/**
 * The next step of a reward by these facts. Whether a reward that can be paid must be held for staff first is decided
 * by `mustHoldReward`.
 */
export function nextRewardStep(facts: RewardFacts): RewardStep {
  if (facts.state === 'PAID') return stepOfPaid(facts)
  if (!isOpenReward(facts)) return { act: 'NONE' }
  const amount = netReward(facts.reward, facts.point, facts.returned)
  if (facts.referrerGone || amount === 0n) return { act: 'CANCEL' }
  const wait = facts.state === 'WAITING' && facts.heldUntil ? facts.heldUntil : facts.payableAt
  if (facts.now < wait) return { act: 'LOOK_AGAIN', at: wait }
  if (facts.refundOpen) return { act: 'LOOK_AGAIN', at: minutesAfter(facts.now, OPEN_REFUND_MINUTES) }
  return { act: 'PAY', amount }
}

/**
 * True if a reward that can be paid must be held for staff first: there are reasons, it wasn't held before, and staff
 * haven't accepted it.
 */
export const mustHoldReward = ({ state, cleared }: RewardFacts, reasons: readonly HoldReason[]): boolean =>
  state === 'OWED' && !cleared && reasons.length > 0

/**
 * Referral codes have this length and consist of these characters, none of which is easily taken for another
 * (docs/contract.md#referral-rewards).
 */
export const referralCodeRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
