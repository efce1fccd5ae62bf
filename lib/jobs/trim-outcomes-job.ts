import { trimOutcomes } from '#lib/service-measures/trim-outcomes.ts'
import type { Job } from './job.ts'

/** Each hour: deletes service outcomes that are too old for the measures (docs/contract.md#measured-delivery). */
export const trimOutcomesJob: Job = {
  name: 'trim-outcomes',
  cron: '37 * * * *',
  run: async (db) => {
    await trimOutcomes(db)
  },
}
