import { log } from '#lib/core/log.ts'
import { reconcileSources } from '#lib/deposits/sources/reconcile-sources.ts'
import type { Job } from './job.ts'

/**
 * Each day at 06:20 in Seoul: asks the deposit sources that can list a day's deposits for the previous days, and stores
 * deposits that the shop doesn't have (docs/contract.md#deposit-sources).
 */
export const reconcileSourcesJob: Job = {
  name: 'reconcile-sources',
  cron: '20 21 * * *',
  run: async (db) => {
    const missed = await reconcileSources(db)
    if (missed > 0) log.error('deposits of a service were missed', { missed })
  },
}
