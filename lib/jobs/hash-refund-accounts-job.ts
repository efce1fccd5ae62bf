import { hashCashRefundAccounts } from '#lib/charges/hash-accounts.ts'
import { log } from '#lib/core/log.ts'
import type { Job } from './job.ts'

/**
 * Every ten minutes: adds the hash of the bank account to requests for a cash refund that were made before the column
 * account_hash existed. Warns in the log if account numbers can't be decrypted.
 */
export const hashRefundAccountsJob: Job = {
  name: 'hash-accounts',
  cron: '*/10 * * * *',
  run: async (db) => {
    const { lost } = await hashCashRefundAccounts(db)
    if (lost > 0) log.warn('account numbers of refund requests can’t be decrypted', { lost })
  },
}
