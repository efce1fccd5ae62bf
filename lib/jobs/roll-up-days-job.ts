import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import type { Job } from './job.ts'

/** Each hour at :15, so that a night without a worker is made up for: days that are over, summed up for good. */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '15 * * * *',
  run: async (db) => {
    await rollUpDays(db)
  },
}
