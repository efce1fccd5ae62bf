import { log } from '#lib/core/log.ts'
import { endSubscriptions } from '#lib/orders/end-subscriptions.ts'
import type { Job } from './job.ts'

/**
 * Each hour: ends subscriptions whose last day is over or that had no post for 30 days, if staff fulfil them or nobody
 * has begun them. Files tasks about subscriptions that only staff can end (docs/contract.md#subscriptions).
 */
export const endSubscriptionsJob: Job = {
  name: 'end-subscriptions',
  cron: '35 * * * *',
  run: async (db) => {
    const { ended, filed } = await endSubscriptions(db)
    if (ended + filed > 0) log.info('subscriptions', { ended, filed })
  },
}
