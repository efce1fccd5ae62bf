import { cancelSubscriptions } from '#lib/providers/delivery/cancel-subscriptions.ts'
import type { Job } from './job.ts'

/**
 * Each hour: asks providers to cancel subscriptions that still run more than two days after their last day. Asks once
 * for each, and only for services that can be cancelled according to the provider's list.
 */
export const cancelSubscriptionsJob: Job = {
  name: 'cancel-subscriptions',
  cron: '45 * * * *',
  run: async (db) => {
    await cancelSubscriptions(db)
  },
}
