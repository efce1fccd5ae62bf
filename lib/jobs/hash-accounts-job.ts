import { hashRefundAccounts } from '#lib/charges/hash-accounts.ts'
import type { Job } from './job.ts'

/**
 * Every ten minutes: adds the hash of the bank account to refund requests made before the column account_hash existed.
 */
export const hashAccountsJob: Job = {
  name: 'hash-accounts',
  cron: '*/10 * * * *',
  run: async (db) => {
    while ((await hashRefundAccounts(db)) > 0) {
      // hashRefundAccounts handles one batch per call.
    }
  },
}
