import { log } from '#lib/core/log.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import type { Job } from './job.ts'

/** Each minute: changes of the bank account, limits, roles and providers whose time has come. */
export const applyChangesJob: Job = {
  name: 'apply-changes',
  cron: '* * * * *',
  run: async (db) => {
    const made = await applyDueChanges(db)
    if (made > 0) log.info('pending changes made', { made })
  },
}
