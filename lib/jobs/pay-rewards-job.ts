import { log } from '#lib/core/log.ts'
import { SETTLE_REWARD, settleDueRewards, settleReward } from '#lib/referrals/settle-reward.ts'
import type { Job, RowJob } from './job.ts'

/**
 * Queued when a referred member's first charge is accepted or reversed: sets when its referral reward is due, or
 * settles the reward.
 */
export const payOneRewardJob: RowJob = {
  name: SETTLE_REWARD,
  run: async (db, id) => {
    await settleReward(db, id)
  },
}

/** Each minute: settles the referral rewards that are due. */
export const payRewardsJob: Job = {
  name: 'pay-rewards',
  cron: '* * * * *',
  run: async (db) => {
    const paid = await settleDueRewards(db)
    if (paid > 0) log.info('rewards paid', { paid })
  },
}
