import { log } from '#lib/core/log.ts'
import { cancelIndebted } from '#lib/orders/auto/cancel-indebted.ts'
import { endAutoOrders } from '#lib/orders/auto/end-auto-orders.ts'
import { fileHeldAutoOrders } from '#lib/orders/auto/file-held-auto-orders.ts'
import { cancelLongHeld, holdAutoOrders, resumeAutoOrders } from '#lib/orders/auto/hold-auto-orders.ts'
import { makeDueRuns } from '#lib/orders/auto/make-run.ts'
import { notifyIndebted } from '#lib/orders/auto/notify-indebted.ts'
import type { Job } from './job.ts'

/**
 * Each minute, for auto orders (docs/contract.md#auto-orders), in this sequence:
 * - resumes auto orders whose service can be ordered again
 * - holds auto orders whose service can't be ordered
 * - cancels auto orders that have been held, or have waited for a debt, too long
 * - notifies members whose auto orders wait for a debt
 * - files tasks about held auto orders
 * - makes due runs
 * - ends auto orders whose runs have all ended
 * Resuming comes before cancelling: after an outage of the worker, an auto order that can be resumed must not be
 * cancelled for having been held too long.
 */
export const runAutoOrdersJob: Job = {
  name: 'run-auto-orders',
  cron: '* * * * *',
  run: async (db) => {
    const resumed = await resumeAutoOrders(db)
    const held = await holdAutoOrders(db)
    const canceled = (await cancelLongHeld(db)) + (await cancelIndebted(db))
    const notified = await notifyIndebted(db)
    await fileHeldAutoOrders(db)
    const made = await makeDueRuns(db)
    const decided = await endAutoOrders(db)
    if (resumed + held + canceled + notified + made + decided > 0)
      log.info('auto orders', { resumed, held, canceled, notified, made, decided })
  },
}
