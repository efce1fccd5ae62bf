import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpServices } from '#lib/reports/roll-up-services.ts'
import type { Job } from './job.ts'

/**
 * Each hour at :15, so that missed runs are made up for: sums up past days for good, and by service and provider every
 * day whose orders changed since.
 */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '15 * * * *',
  run: async (db) => {
    await rollUpDays(db)
    await rollUpServices(db)
  },
}
