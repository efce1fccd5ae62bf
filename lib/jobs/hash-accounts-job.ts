import { hashAccounts } from '#lib/charges/hash-accounts.ts'
import type { Job } from './job.ts'

/** Each ten minutes: hashes refund accounts stored before there was a hash column. */
export const hashAccountsJob: Job = {
  name: 'hash-accounts',
  cron: '*/10 * * * *',
  run: async (db) => {
    while ((await hashAccounts(db)) > 0) {
      // The next batch.
    }
  },
}
