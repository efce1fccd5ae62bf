import { log } from '#lib/core/log.ts'
import { fileWaitingDeposits } from '#lib/deposits/file-waiting-deposits.ts'
import { matchWaitingDeposits } from '#lib/deposits/match-deposit.ts'
import type { Job } from './job.ts'

/**
 * Matches waiting deposits with charges, and files tasks for deposits that stay unmatched
 * (docs/contract.md#deposit-matching). Runs each minute, and at once when a charge is requested whose deposit is
 * already waiting.
 */
export const matchDepositsJob: Job = {
  name: 'match-deposits',
  cron: '* * * * *',
  run: async (db) => {
    const matched = await matchWaitingDeposits(db)
    await fileWaitingDeposits(db)
    if (matched > 0) log.info('deposits matched', { matched })
  },
}
