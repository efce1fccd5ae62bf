import { log } from '#lib/core/log.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import type { Job } from './job.ts'

/** Each minute: applies the pending changes whose waiting time is over (docs/contract.md#pending-changes). */
export const applyChangesJob: Job = {
  name: 'apply-changes',
  cron: '* * * * *',
  run: async (db) => {
    const applied = await applyDueChanges(db)
    if (applied > 0) log.info('pending changes made', { made: applied })
  },
}
