import { log } from '#lib/core/log.ts'
import { SETTLE_REWARD, settleDueRewards, settleReward } from '#lib/referrals/settle-reward.ts'
import type { Job, RowJob } from './job.ts'

/** As soon as a referred member's first charge is accepted, or taken back: when it is due is then known. */
export const payOneRewardJob: RowJob = {
  name: SETTLE_REWARD,
  run: async (db, id) => {
    await settleReward(db, id)
  },
}

/** Each minute: rewards whose time has come. */
export const payRewardsJob: Job = {
  name: 'pay-rewards',
  cron: '* * * * *',
  run: async (db) => {
    const paid = await settleDueRewards(db)
    if (paid > 0) log.info('rewards paid', { paid })
  },
}
