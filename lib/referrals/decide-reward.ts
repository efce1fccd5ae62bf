import type { StaffActor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { rewardAlreadySettled } from './errors.ts'
import { settleRewardInTransaction } from './settle-reward.ts'

/** `memberId` is the referred member, who identifies the reward. */
type RewardDecision = { memberId: number; pay: boolean }

type LockedReward = { chargeId: number; state: string }

/**
 * Lets staff accept (`pay`) or refuse a reward that is held for them. An accepted reward is settled at once
 * (`settleRewardInTransaction`): it is paid, or cancelled if no part of it is due any more. If a request for a cash
 * refund of the charge, or a cancellation of its card payment, is open, the reward is checked again later instead. `tx`
 * must be a transaction.
 * @throws CONFLICT the reward isn't held any more
 */
export async function decideReward(tx: Db, actor: StaffActor, { memberId, pay }: RewardDecision): Promise<void> {
  const [reward] = await tx.rows<LockedReward>(
    'SELECT charge_id, state FROM referral_rewards WHERE member_id = $1 FOR UPDATE NOWAIT',
    [memberId],
  )
  if (reward?.state !== 'WAITING') throw rewardAlreadySettled()
  await oneRow(
    tx,
    `UPDATE referral_rewards SET decided_by = $2, state = CASE WHEN $3 THEN 'OWED' ELSE 'REFUSED' END,
       settled_at = CASE WHEN $3 THEN NULL ELSE now() END, due_at = CASE WHEN $3 THEN now() END
     WHERE charge_id = $1 RETURNING charge_id`,
    [reward.chargeId, actor.memberId, pay],
  )
  if (pay) await settleRewardInTransaction(tx, actor, reward.chargeId)
}
