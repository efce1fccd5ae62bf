import { log } from '#lib/core/log.ts'
import { SETTLE_REWARD, settleDueRewards, settleReward } from '#lib/referrals/settle-reward.ts'
import type { Job, RowJob } from './job.ts'

/**
 * Takes the next step of one referral reward: pays it, holds it for staff, cancels it or takes it back. If no step is
 * due yet, stores when to check the reward again. `id` is the id of the referred member's first charge. Triggers in the
 * database queue the job when that charge is accepted, reversed, or partly given back to the card, and when a cash
 * refund that the member requested is paid or declined.
 */
export const payOneRewardJob: RowJob = {
  name: SETTLE_REWARD,
  run: async (db, id) => {
    await settleReward(db, id)
  },
}

/** Each minute: takes the next step of every referral reward that is due to be checked. */
export const payRewardsJob: Job = {
  name: 'pay-rewards',
  cron: '* * * * *',
  run: async (db) => {
    const paid = await settleDueRewards(db)
    if (paid > 0) log.info('rewards paid', { paid })
  },
}
