import { log } from '#lib/core/log.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import type { Job } from './job.ts'

/** Each minute: applies due changes of bank account, limits, roles and providers. */
export const applyChangesJob: Job = {
  name: 'apply-changes',
  cron: '* * * * *',
  run: async (db) => {
    const made = await applyDueChanges(db)
    if (made > 0) log.info('pending changes made', { made })
  },
}
