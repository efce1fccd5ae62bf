import { fileLegalLimitTasks } from '#lib/legal-limits/file-legal-limit-tasks.ts'
import { rollUpIssues } from '#lib/legal-limits/roll-up-issues.ts'
import type { Job } from './job.ts'

/**
 * Each hour at :18: stores the sums of points issued on days that are over, and files tasks about legal limits that are
 * close or exceeded (docs/contract.md#legal-limits).
 */
export const watchLegalLimitsJob: Job = {
  name: 'watch-legal-limits',
  cron: '18 * * * *',
  run: async (db) => {
    await rollUpIssues(db)
    await fileLegalLimitTasks(db)
  },
}
