import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpServices } from '#lib/reports/roll-up-services.ts'
import type { Job } from './job.ts'

/**
 * Each hour at :15: stores the totals of days that are over, for the reports, and recalculates the totals by service
 * and provider of each day whose orders have changed since. Running hourly makes up for a missed run soon.
 */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '15 * * * *',
  run: async (db) => {
    await rollUpDays(db)
    await rollUpServices(db)
  },
}
