import { fileStuckOrders } from '#lib/orders/file-stuck-orders.ts'
import { fileDearOrderTasks } from '#lib/providers/delivery/file-dear-order-tasks.ts'
import type { Job } from './job.ts'

/**
 * Every ten minutes: files tasks about orders that make no progress, and about orders for which every remaining route
 * costs too much.
 */
export const watchOrdersJob: Job = {
  name: 'watch-orders',
  cron: '*/10 * * * *',
  run: async (db) => {
    await fileDearOrderTasks(db)
    await fileStuckOrders(db)
  },
}
