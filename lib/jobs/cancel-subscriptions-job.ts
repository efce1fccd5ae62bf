import { cancelSubscriptions } from '#lib/providers/delivery/cancel-subscriptions.ts'
import type { Job } from './job.ts'

/** Each hour: asks providers to cancel subscriptions that run past their last day. */
export const cancelSubscriptionsJob: Job = {
  name: 'cancel-subscriptions',
  cron: '45 * * * *',
  run: async (db) => {
    await cancelSubscriptions(db)
  },
}
