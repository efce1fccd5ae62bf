import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpOrders } from '#lib/reports/roll-up-orders.ts'
import type { Job } from './job.ts'

/**
 * Each minute: adds what happened since the last run to the sums that are stored for reports. So a report reads these
 * sums and few other rows, however many orders a day has. After missed runs, the next run adds everything.
 */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '* * * * *',
  run: async (db) => {
    await rollUpDays(db)
    await rollUpOrders(db)
  },
}
