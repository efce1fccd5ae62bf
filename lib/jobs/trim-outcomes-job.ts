import { trimOutcomes } from '#lib/service-measures/trim-outcomes.ts'
import type { Job } from './job.ts'

/**
 * Each hour: deletes service outcomes (how single orders ended) that are too old for the measured delivery of services
 * (docs/contract.md#measured-delivery).
 */
export const trimOutcomesJob: Job = {
  name: 'trim-outcomes',
  cron: '37 * * * *',
  run: async (db) => {
    await trimOutcomes(db)
  },
}
