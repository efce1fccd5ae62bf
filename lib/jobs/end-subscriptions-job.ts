import { log } from '#lib/core/log.ts'
import { endSubscriptions } from '#lib/orders/end-subscriptions.ts'
import type { Job } from './job.ts'

/**
 * Each hour: ends subscriptions that staff fulfil once their last day is over or they had no post for 30 days, and
 * files tasks about those that only staff can end (docs/contract.md#subscriptions).
 */
export const endSubscriptionsJob: Job = {
  name: 'end-subscriptions',
  cron: '35 * * * *',
  run: async (db) => {
    const { ended, filed } = await endSubscriptions(db)
    if (ended + filed > 0) log.info('subscriptions', { ended, filed })
  },
}
