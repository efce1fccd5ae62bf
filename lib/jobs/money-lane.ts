import { endSubscriptionsJob } from './end-subscriptions-job.ts'
import { expireChargesJob } from './expire-charges-job.ts'
import type { Lane } from './lane.ts'
import { matchDepositsJob } from './match-deposits-job.ts'
import { payOneRewardJob, payRewardsJob } from './pay-rewards-job.ts'
import { runAutoOrdersJob } from './run-auto-orders-job.ts'

/**
 * Jobs that move points or settle charges. They use only the shop's own database: no module that they import may
 * contact another server.
 */
export const moneyLane: Lane = {
  name: 'money',
  concurrency: 4,
  connections: 8,
  jobs: [endSubscriptionsJob, expireChargesJob, matchDepositsJob, payRewardsJob, runAutoOrdersJob],
  rowJobs: [payOneRewardJob],
  loops: [],
}
