import { log } from '#lib/core/log.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import type { Job } from './job.ts'

/** Each day at 04:40 in Seoul: deletes and erases data whose retention period is over (docs/contract.md#retention). */
export const applyRetentionPolicyJob: Job = {
  name: 'keep-retention',
  cron: '40 19 * * *',
  run: async (db) => log.info('retention kept', await applyRetentionPolicy(db)),
}
