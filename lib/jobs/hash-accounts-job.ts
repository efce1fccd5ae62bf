import { hashRefundAccounts } from '#lib/charges/hash-accounts.ts'
import type { Job } from './job.ts'

/** Every ten minutes: hashes refund accounts stored before the hash column existed. */
export const hashAccountsJob: Job = {
  name: 'hash-accounts',
  cron: '*/10 * * * *',
  run: async (db) => {
    while ((await hashRefundAccounts(db)) > 0) {
      // hashRefundAccounts handles one batch per call.
    }
  },
}
