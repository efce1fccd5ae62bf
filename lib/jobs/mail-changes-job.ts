import { mailChanges } from '#lib/change-notices/mail-changes.ts'
import { log } from '#lib/core/log.ts'
import type { Job } from './job.ts'

/**
 * Each day at 09:10 in Seoul: queues e-mails about changed services to the members who follow these services
 * (docs/contract.md#change-notices).
 */
export const mailChangesJob: Job = {
  name: 'mail-changes',
  cron: '10 0 * * *',
  run: async (db) => {
    const mailed = await mailChanges(db)
    if (mailed > 0) log.info('changes of services mailed', { mailed })
  },
}
