import { log } from '#lib/core/log.ts'
import { warnDormantMembers } from '#lib/members/warn-dormant.ts'
import type { Job } from './job.ts'

/**
 * Each day at 05:10 in Seoul: warns members who have neither logged in nor used an api-key for a year
 * (docs/contract.md#restrictions).
 */
export const warnDormantJob: Job = {
  name: 'warn-dormant',
  cron: '10 20 * * *',
  run: async (db) => {
    let warned = 0
    for (let batchCount = -1; batchCount !== 0; warned += batchCount) batchCount = await warnDormantMembers(db)
    if (warned > 0) log.info('dormant members warned', { warned })
  },
}
