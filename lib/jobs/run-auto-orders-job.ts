import { log } from '#lib/core/log.ts'
import { decideOutcomes } from '#lib/orders/auto/decide-outcomes.ts'
import { fileHeldAutoOrders } from '#lib/orders/auto/file-held-orders.ts'
import { cancelLongHeld, holdAutoOrders, resumeAutoOrders } from '#lib/orders/auto/hold-auto-orders.ts'
import { makeDueRuns } from '#lib/orders/auto/make-run.ts'
import type { Job } from './job.ts'

/**
 * Each minute: repeating orders are held or let go of, make the runs that are due, and end
 * (docs/contract.md#auto-orders). Letting go comes first: what can be ordered again is not cancelled for the time
 * nobody was working.
 */
export const runAutoOrdersJob: Job = {
  name: 'run-auto-orders',
  cron: '* * * * *',
  run: async (db) => {
    const resumed = await resumeAutoOrders(db)
    const held = await holdAutoOrders(db)
    const canceled = await cancelLongHeld(db)
    await fileHeldAutoOrders(db)
    const made = await makeDueRuns(db)
    const decided = await decideOutcomes(db)
    if (resumed + held + canceled + made + decided > 0)
      log.info('repeating orders', { resumed, held, canceled, made, decided })
  },
}
