import { applyChangesJob } from './apply-changes-job.ts'
import { applyRetentionPolicyJob } from './apply-retention-policy-job.ts'
import { archiveMembersJob } from './archive-members-job.ts'
import { checkBooksJob, checkBooksOnRequestJob, sealBooksJob } from './check-books-job.ts'
import { fileAlarmsJob } from './file-alarms-job.ts'
import { forgetFutureRunsLoop } from './forget-future-runs-loop.ts'
import { forgetKeysJob } from './forget-keys-job.ts'
import { hashRefundAccountsJob } from './hash-refund-accounts-job.ts'
import type { Lane } from './lane.ts'
import { mailChangesJob } from './mail-changes-job.ts'
import { rollUpDaysJob } from './roll-up-days-job.ts'
import { sweepRequestLogJob } from './sweep-request-log-job.ts'
import { trimOutcomesJob } from './trim-outcomes-job.ts'
import { warnDormantJob } from './warn-dormant-job.ts'
import { watchLegalLimitsJob } from './watch-legal-limits-job.ts'
import { watchOrdersJob } from './watch-orders-job.ts'
import { watchRequestsJob } from './watch-requests-job.ts'

/** Jobs that look for due, outdated or wrong rows, often among many rows. They use only the shop's own database. */
export const upkeepLane: Lane = {
  name: 'upkeep',
  concurrency: 2,
  connections: 4,
  jobs: [
    applyChangesJob,
    checkBooksJob,
    sealBooksJob,
    forgetKeysJob,
    warnDormantJob,
    archiveMembersJob,
    applyRetentionPolicyJob,
    hashRefundAccountsJob,
    mailChangesJob,
    rollUpDaysJob,
    sweepRequestLogJob,
    watchLegalLimitsJob,
    watchOrdersJob,
    fileAlarmsJob,
    trimOutcomesJob,
    watchRequestsJob,
  ],
  rowJobs: [checkBooksOnRequestJob],
  loops: [forgetFutureRunsLoop],
}
