import type { StaffActor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { rewardSettled } from './errors.ts'
import { settleRewardIn } from './settle-reward.ts'

type RewardDecision = { memberId: number; pay: boolean }

type LockedReward = { chargeId: number; state: string }

/**
 * Accepts or refuses a reward that is held for staff; pass a transaction. An accepted reward is paid at once, or once
 * the referred member's open refund request is decided.
 * @throws CONFLICT the reward isn't held any more
 */
export async function decideReward(tx: Db, actor: StaffActor, { memberId, pay }: RewardDecision): Promise<void> {
  const [held] = await tx.rows<LockedReward>(
    'SELECT charge_id, state FROM referral_rewards WHERE member_id = $1 FOR UPDATE NOWAIT',
    [memberId],
  )
  if (held?.state !== 'WAITING') throw rewardSettled()
  await oneRow(
    tx,
    `UPDATE referral_rewards SET decided_by = $2, state = CASE WHEN $3 THEN 'OWED' ELSE 'REFUSED' END,
       settled_at = CASE WHEN $3 THEN NULL ELSE now() END, due_at = CASE WHEN $3 THEN now() END
     WHERE charge_id = $1 RETURNING charge_id`,
    [held.chargeId, actor.memberId, pay],
  )
  if (pay) await settleRewardIn(tx, actor, held.chargeId)
}
