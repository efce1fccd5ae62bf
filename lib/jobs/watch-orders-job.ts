import { fileStuckOrders } from '#lib/orders/file-stuck-orders.ts'
import type { Job } from './job.ts'

/** Every ten minutes: files tasks about orders that make no progress. */
export const watchOrdersJob: Job = { name: 'watch-orders', cron: '*/10 * * * *', run: fileStuckOrders }
