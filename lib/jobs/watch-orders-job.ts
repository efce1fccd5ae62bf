import { fileStuckOrders } from '#lib/orders/file-stuck-orders.ts'
import { fileDearOrderTasks } from '#lib/providers/delivery/file-dear-order-tasks.ts'
import type { Job } from './job.ts'

/** Every ten minutes: files tasks about orders that no route takes for their price, or that make no progress. */
export const watchOrdersJob: Job = {
  name: 'watch-orders',
  cron: '*/10 * * * *',
  run: async (db) => {
    await fileDearOrderTasks(db)
    await fileStuckOrders(db)
  },
}
