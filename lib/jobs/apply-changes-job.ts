import { log } from '#lib/core/log.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import type { Job } from './job.ts'

/**
 * Each minute: applies the pending changes of bank account, limits, roles and providers whose delay is over
 * (docs/contract.md#pending-changes).
 */
export const applyChangesJob: Job = {
  name: 'apply-changes',
  cron: '* * * * *',
  run: async (db) => {
    const applied = await applyDueChanges(db)
    if (applied > 0) log.info('pending changes made', { made: applied })
  },
}
