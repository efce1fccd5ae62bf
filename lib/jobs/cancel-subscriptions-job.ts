import { cancelSubscriptions } from '#lib/providers/delivery/cancel-subscriptions.ts'
import type { Job } from './job.ts'

/**
 * Each hour: asks providers, once for each subscription, to cancel those that run past their last day and can be
 * cancelled by the provider's list.
 */
export const cancelSubscriptionsJob: Job = {
  name: 'cancel-subscriptions',
  cron: '45 * * * *',
  run: async (db) => {
    await cancelSubscriptions(db)
  },
}
