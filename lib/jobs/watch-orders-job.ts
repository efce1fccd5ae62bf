import { tellOfStuck } from '#lib/orders/tell-of-stuck.ts'
import type { Job } from './job.ts'

/** Each ten minutes: orders that stand still. */
export const watchOrdersJob: Job = { name: 'watch-orders', cron: '*/10 * * * *', run: tellOfStuck }
