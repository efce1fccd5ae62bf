import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpServices } from '#lib/reports/roll-up-services.ts'
import type { Job } from './job.ts'

/**
 * Each hour at :15, so that a missed run is made up for soon: stores the final totals of past days, and recalculates
 * totals by service and provider for every day whose orders have changed since.
 */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '15 * * * *',
  run: async (db) => {
    await rollUpDays(db)
    await rollUpServices(db)
  },
}
