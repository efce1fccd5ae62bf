import { expireCharges } from '#lib/charges/fail-charge.ts'
import { log } from '#lib/core/log.ts'
import type { Job } from './job.ts'

/** Each minute: expires charges that have been pending for 3 hours (docs/contract.md#charges). */
export const expireChargesJob: Job = {
  name: 'expire-charges',
  cron: '* * * * *',
  run: async (db) => {
    const count = await expireCharges(db)
    if (count > 0) log.info('charges expired', { count })
  },
}
