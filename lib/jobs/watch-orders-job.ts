import { fileStuckOrders } from '#lib/orders/file-stuck-orders.ts'
import { fileDearOrders } from '#lib/providers/delivery/file-dear-orders.ts'
import type { Job } from './job.ts'

/** Every ten minutes: files tasks about orders that no route takes for their price, or that make no progress. */
export const watchOrdersJob: Job = {
  name: 'watch-orders',
  cron: '*/10 * * * *',
  run: async (db) => {
    await fileDearOrders(db)
    await fileStuckOrders(db)
  },
}
