import { log } from '#lib/core/log.ts'
import { PAY_REWARD, payOwedRewards, payReward } from '#lib/referrals/pay-reward.ts'
import type { Errand, Job } from './job.ts'

/** As soon as a referred member's first charge is accepted (decisions 5). */
export const payRewardErrand: Errand = {
  name: PAY_REWARD,
  run: async (db, id) => {
    await payReward(db, id)
  },
}

/** Each minute: what no errand looks after any more. */
export const payRewardsJob: Job = {
  name: 'pay-rewards',
  cron: '* * * * *',
  run: async (db) => {
    const paid = await payOwedRewards(db)
    if (paid > 0) log.info('rewards paid', { paid })
  },
}
