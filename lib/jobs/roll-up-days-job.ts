import { rollUpDays } from '#lib/reports/roll-up-days.ts'
import { rollUpOrders } from '#lib/reports/roll-up-orders.ts'
import type { Job } from './job.ts'

/**
 * Every minute: adds to the stored sums of the reports what happened since, so that a report reads few rows beside
 * them however many orders a day has. What a missed run left out is in the next one.
 */
export const rollUpDaysJob: Job = {
  name: 'roll-up-days',
  cron: '* * * * *',
  run: async (db) => {
    await rollUpDays(db)
    await rollUpOrders(db)
  },
}
