import { hashAccounts } from '#lib/charges/hash-accounts.ts'
import type { Job } from './job.ts'

/** Each ten minutes: hashes of refund accounts that were stored before hashes were. */
export const hashAccountsJob: Job = {
  name: 'hash-accounts',
  cron: '*/10 * * * *',
  run: async (db) => {
    while ((await hashAccounts(db)) > 0) {
      // The next batch.
    }
  },
}
