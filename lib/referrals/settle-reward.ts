import { type Actor, worker } from '#lib/audit/actor.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { requestedCashRefund } from '#lib/charges/rules.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { type Points, pointsToNumber, smallerOf } from '#lib/money/points.ts'
import { fileRewardDebtTask } from '#lib/points/file-debt-task.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { type RewardHoldReason, type RewardState, rewardHoldReasons } from './labels.ts'
import { findRewardHoldReasons, type ReferralPair } from './queries.ts'
import {
  DAYS_UNTIL_HELD_REWARD_IS_PAID,
  isOpenReward,
  mustHoldReward,
  nextRewardStep,
  type RewardFacts,
} from './rules.ts'

/**
 * Name of the job that settles one reward. Triggers in the database queue it when a charge is credited or reversed, and
 * when a cash refund or card payment changes.
 */
export const SETTLE_REWARD = 'pay-reward'

/**
 * Kind and subject of the task about a held reward. Its `refId` is the id of the referred member, who has one reward.
 */
export const REWARD_TASK = { kinds: ['REFERRAL_REWARD'], refType: 'member' } as const

/** A reward with the stored reasons to suspect its two members. */
type RewardToHold = ReferralPair & { chargeId: number; reasons: RewardHoldReason[] }

/** All facts about a reward that are needed to settle it. `balance` is the referrer's balance. */
type Reward = Omit<RewardFacts, 'referrerGone'> & RewardToHold & { balance: Points; actor: Actor }

// Skips a reward while another transaction has locked it or its charge, such as a reversal or a decision of staff. The
// reward is settled again after that transaction.
const lockStatement = `
  SELECT r.member_id, r.referrer_id FROM referral_rewards r JOIN charges c ON c.id = r.charge_id
  WHERE r.charge_id = $1::bigint AND r.state IN ('OWED', 'WAITING', 'PAID') FOR NO KEY UPDATE SKIP LOCKED`

// SQL condition: points of the charge of reward r may be about to be paid back. Either a request for a cash refund of
// it is open, or a cancellation of its card payment was requested or waits for a second person.
const mayBeReturnedSql = `(
    EXISTS (SELECT FROM refund_request_charges p JOIN refund_requests q ON q.id = p.refund_id
      WHERE p.charge_id = r.charge_id AND ${requestedCashRefund.sql('q')})
    OR EXISTS (SELECT FROM card_cancellations k JOIN card_payments c ON c.id = k.payment_id
      WHERE c.charge_id = r.charge_id AND k.state = 'SENDING')
    OR EXISTS (SELECT FROM approvals a WHERE a.kind = 'CARD_CANCEL' AND a.subject_type = 'charge'
      AND a.subject_id = r.charge_id AND a.state = 'WAITING'))`

// Runs as a statement of its own after `lockStatement`, so that it sees everything that was committed before the lock.
// The 72 hours begin at the charge's credit or at its latest deposit, whichever is later. Several deposits may pay for
// one charge, and one deposit for several charges.
const factsStatement = `
  SELECT r.charge_id, r.member_id, r.referrer_id, r.state, r.reward, r.paid, r.taken_back, c.point,
    CASE WHEN c.method = 'CARD' THEN (SELECT k.cancelled FROM card_payments k WHERE k.charge_id = c.id)
      WHEN c.reversed_at IS NOT NULL THEN c.point ELSE coalesce((SELECT sum(p.point) FROM refund_request_charges p
      JOIN refund_requests q ON q.id = p.refund_id WHERE p.charge_id = c.id AND q.status = ${refundStatus.PAID}), 0)::bigint END AS returned,
    now() AS now, r.reasons,
    greatest(c.response_at, (SELECT max(d.at) FROM deposits d WHERE d.charge_id = c.id
        OR d.id IN (SELECT deposit_id FROM deposit_splits WHERE charge_id = c.id)
        OR d.id IN (SELECT deposit_id FROM deposit_merges WHERE charge_id = c.id)))
      + interval '72 hours' AS payable_at,
    r.held_at + interval '${DAYS_UNTIL_HELD_REWARD_IS_PAID} days' AS held_until,
    r.decided_by IS NOT NULL AS cleared,
    ${mayBeReturnedSql} AS refund_open,
    coalesce(b.point, 0) AS balance
  FROM referral_rewards r JOIN charges c ON c.id = r.charge_id LEFT JOIN balances b ON b.member_id = r.referrer_id
  WHERE r.charge_id = $1::bigint`

/**
 * Locks the balances of both members. Returns true if the referrer has deleted his account.
 *
 * Two other transactions take the same lock:
 * - The deletion of the referrer's account. If it commits first, it is seen here. If it comes later, it forfeits the
 *   points just paid with the rest of the balance.
 * - A request of the referred member for a cash refund. If it commits first, it is seen by the statements after the
 *   lock. If it comes later, the 72 hours are over, and this charge can't be paid back in cash any more.
 */
async function lockAndCheckDeleted(tx: Db, { memberId, referrerId }: ReferralPair): Promise<boolean> {
  await tx.rows('SELECT FROM balances WHERE member_id IN ($1, $2) ORDER BY member_id FOR UPDATE', [
    memberId,
    referrerId,
  ])
  const { isDeleted } = await oneRow<{ isDeleted: boolean }>(
    tx,
    'SELECT deleted_at IS NOT NULL AS is_deleted FROM members WHERE id = $1',
    [referrerId],
  )
  return isDeleted
}

/**
 * Moves points of a reward to or from the referrer's balance.
 * @throws Error the points can't be moved
 */
async function moveRewardPoints(
  tx: Db,
  { chargeId, referrerId, actor }: Pick<Reward, 'chargeId' | 'referrerId' | 'actor'>,
  { kind, delta, seq = 0 }: { kind: 'REFERRAL_REWARD' | 'REWARD_REVERSAL'; delta: Points; seq?: number },
): Promise<void> {
  const cause = { refType: 'charge', refId: chargeId, seq }
  const result = await movePoints(tx, actor, { memberId: referrerId, kind, delta, ...cause })
  // If `result` is a text, nothing was moved, and the text says why.
  if (typeof result === 'string') throw new Error(`${kind} of charge ${chargeId} is due, but ${result}`)
}

/** Sets the time when the reward is settled again; null for never. */
const setNextCheck = (tx: Db, chargeId: number, at: Date | null) =>
  tx.rows('UPDATE referral_rewards SET due_at = $2 WHERE charge_id = $1', [chargeId, at])

/** Marks a reward as paid or cancelled, and closes its task. */
async function markSettled(
  tx: Db,
  { chargeId, memberId }: Reward,
  state: Extract<RewardState, 'PAID' | 'CANCELED'>,
  paid: Points,
) {
  await tx.rows(
    'UPDATE referral_rewards SET state = $2, paid = $3, settled_at = now(), due_at = NULL WHERE charge_id = $1',
    [chargeId, state, paid],
  )
  await dropTasks(tx, { ...REWARD_TASK, refId: memberId })
}

/** Holds a reward until staff decide, at most seven days (DAYS_UNTIL_HELD_REWARD_IS_PAID), and files a task. */
async function holdForStaff(
  tx: Db,
  { chargeId, memberId, referrerId }: Reward,
  amount: Points,
  reasons: RewardHoldReason[],
) {
  await tx.rows(
    `UPDATE referral_rewards SET state = 'WAITING', held_at = now(), due_at = now() + interval '${DAYS_UNTIL_HELD_REWARD_IS_PAID} days'
     WHERE charge_id = $1`,
    [chargeId],
  )
  const detail = { chargeId, referrerNo: referrerId, reward: pointsToNumber(amount), reasons }
  const subject = { refType: REWARD_TASK.refType, refId: memberId }
  await fileTask(tx, { kind: 'REFERRAL_REWARD', ...subject, detail, dueIn: DAYS_UNTIL_HELD_REWARD_IS_PAID * 24 })
}

async function payReward(tx: Db, reward: Reward, amount: Points): Promise<void> {
  await moveRewardPoints(tx, reward, { kind: 'REFERRAL_REWARD', delta: amount })
  await markSettled(tx, reward, 'PAID', amount)
}

/**
 * Takes `amount` of a paid reward back. Debits the part that the referrer's balance covers. The remainder becomes his
 * debt, and a task about it is filed.
 */
async function takeBackReward(tx: Db, { chargeId, referrerId, balance, actor }: Reward, amount: Points): Promise<void> {
  const taken = smallerOf(amount, balance)
  const { seq } = await oneRow<{ seq: number }>(
    tx,
    `UPDATE referral_rewards SET taken_back = taken_back + $2, due_at = NULL WHERE charge_id = $1
     RETURNING (SELECT count(*)::int FROM point_entries
       WHERE kind = 'REWARD_REVERSAL' AND ref_type = 'charge' AND ref_id = $1) AS seq`,
    [chargeId, amount],
  )
  if (taken > 0n)
    await moveRewardPoints(tx, { chargeId, referrerId, actor }, { kind: 'REWARD_REVERSAL', delta: -taken, seq })
  if (taken === amount) return
  await tx.rows(
    `INSERT INTO debts (charge_id, cause, member_id, amount) VALUES ($1, 'REWARD', $2, $3)
     ON CONFLICT (charge_id, cause) DO UPDATE SET amount = debts.amount + excluded.amount`,
    [chargeId, referrerId, amount - taken],
  )
  await fileRewardDebtTask(tx, referrerId)
}

/** Adds the current reasons to suspect the two members to the stored ones. Returns all reasons. */
async function storeReasons(
  tx: Db,
  { chargeId, reasons: storedReasons, ...pair }: RewardToHold,
): Promise<RewardHoldReason[]> {
  const currentReasons = await findRewardHoldReasons(tx, pair)
  const allReasons = rewardHoldReasons.filter(
    (reason) => storedReasons.includes(reason) || currentReasons.includes(reason),
  )
  if (allReasons.length > storedReasons.length)
    await tx.rows('UPDATE referral_rewards SET reasons = $2 WHERE charge_id = $1', [chargeId, allReasons])
  return allReasons
}

/**
 * Takes the next step of one reward: pays it, holds it for staff, cancels it, takes paid points back, or sets the time
 * of the next check. Does nothing while another transaction has locked the reward or its charge. Safe to repeat. `tx`
 * must be a transaction. Returns true if this call paid the reward.
 */
export async function settleRewardInTransaction(tx: Db, actor: Actor, chargeId: number): Promise<boolean> {
  const [locked] = await tx.rows<ReferralPair>(lockStatement, [chargeId])
  if (!locked) return false
  const referrerGone = await lockAndCheckDeleted(tx, locked)
  const reward = { ...(await oneRow<Omit<Reward, 'actor'>>(tx, factsStatement, [chargeId])), actor }
  const facts = { ...reward, referrerGone }
  const step = nextRewardStep(facts)
  const reasons = isOpenReward(facts) ? await storeReasons(tx, reward) : []
  if (step.act === 'PAY') {
    const mustHold = mustHoldReward(facts, reasons)
    await (mustHold ? holdForStaff(tx, reward, step.amount, reasons) : payReward(tx, reward, step.amount))
    return !mustHold
  }
  if (step.act === 'TAKE_BACK') await takeBackReward(tx, reward, step.amount)
  else if (step.act === 'CANCEL') await markSettled(tx, reward, 'CANCELED', 0n)
  else await setNextCheck(tx, chargeId, step.act === 'LOOK_AGAIN' ? step.at : null)
  return false
}

/** Calls `settleRewardInTransaction` in a new transaction. Returns true if this call paid the reward. */
export const settleReward = (db: Database, chargeId: number): Promise<boolean> =>
  db.transaction((tx) => settleRewardInTransaction(tx, worker, chargeId))

/**
 * Settles at most 1,000 rewards that are due, even if their jobs (SETTLE_REWARD) were lost. Returns the number of
 * rewards paid.
 */
export async function settleDueRewards(db: Database): Promise<number> {
  const due = await db.rows<{ chargeId: number }>(
    'SELECT charge_id FROM referral_rewards WHERE due_at <= now() ORDER BY due_at LIMIT 1000',
  )
  let paid = 0
  for (const { chargeId } of due) {
    // An error of one reward must not stop the settling of others.
    const wasPaid = await settleReward(db, chargeId).catch((error: unknown) => {
      log.error('a reward could not be settled', { error, chargeId })
      return false
    })
    if (wasPaid) paid++
  }
  return paid
}

/**
 * Prepares the rewards of a member whose account is about to be deleted. Stores the reasons to hold the reward for his
 * first charge, because the deletion erases the data that shows them (names, telephone number, Naver or Kakao login).
 * Call it in the deletion's transaction, before the balance is forfeited.
 *
 * Returns false if a reward that was paid to him must be settled first. A part of it may have to be taken back, because
 * points of its charge were paid back, or may be about to be paid back.
 */
export async function prepareRewardsForAccountDeletion(tx: Db, memberId: number): Promise<boolean> {
  const rows = await tx.rows<RewardToHold & { state: RewardState; unsettled: boolean }>(
    `SELECT charge_id, member_id, referrer_id, reasons, state, due_at IS NOT NULL OR ${mayBeReturnedSql} AS unsettled
     FROM referral_rewards r WHERE member_id = $1 OR (referrer_id = $1 AND state = 'PAID')
     ORDER BY charge_id FOR NO KEY UPDATE`,
    [memberId],
  )
  for (const reward of rows) if (reward.memberId === memberId && isOpenReward(reward)) await storeReasons(tx, reward)
  return rows.every(({ referrerId, unsettled }) => referrerId !== memberId || !unsettled)
}
