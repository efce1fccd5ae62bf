import { Logger, type ParsedCronItem, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { archiveMembersJob } from './archive-members-job.ts'
import { checkBooksJob, proveBooksErrand, sealBooksJob } from './check-books-job.ts'
import { deliverWebhookErrand, sweepDeliveriesJob } from './deliver-webhooks-job.ts'
import { expireChargesJob } from './expire-charges-job.ts'
import { forgetKeysJob } from './forget-keys-job.ts'
import { hashAccountsJob } from './hash-accounts-job.ts'
import type { Errand, Job } from './job.ts'
import { keepRetentionJob } from './keep-retention-job.ts'
import { matchDepositsJob } from './match-deposits-job.ts'
import { payRewardErrand, payRewardsJob } from './pay-rewards-job.ts'
import { rollUpDaysJob } from './roll-up-days-job.ts'
import { runAutoOrdersJob } from './run-auto-orders-job.ts'
import { sendMessageErrand, sweepOutboxJob } from './send-messages-job.ts'
import { syncServicesJob } from './sync-services-job.ts'
import { warnDormantJob } from './warn-dormant-job.ts'
import { watchOrdersJob } from './watch-orders-job.ts'

export const jobs: readonly Job[] = [
  expireChargesJob,
  matchDepositsJob,
  payRewardsJob,
  runAutoOrdersJob,
  checkBooksJob,
  sealBooksJob,
  forgetKeysJob,
  sweepOutboxJob,
  syncServicesJob,
  warnDormantJob,
  archiveMembersJob,
  keepRetentionJob,
  hashAccountsJob,
  rollUpDaysJob,
  sweepDeliveriesJob,
  watchOrdersJob,
]

const errands: readonly Errand[] = [sendMessageErrand, deliverWebhookErrand, proveBooksErrand, payRewardErrand]

const quiet = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.warn('worker', { detail: message })
})

const idOf = (payload: unknown): number => Number((payload as { id?: unknown } | null)?.id)

const taskList = (db: Database): TaskList => ({
  ...Object.fromEntries(jobs.map((job) => [job.name, () => job.run(db)])),
  ...Object.fromEntries(errands.map((errand) => [errand.name, (payload) => errand.run(db, idOf(payload))])),
})

const cronItems = (): ParsedCronItem[] =>
  parseCronItems(
    jobs.map(({ name, cron }) => ({ task: name, match: cron, options: { backfillPeriod: 0, maxAttempts: 3 } })),
  )

/** Runs the jobs on graphile-worker until its `stop`; any number of processes may. */
export function startWorker(db: Database): Promise<Runner> {
  return run({
    connectionString: env().DATABASE_URL,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: quiet,
    taskList: taskList(db),
    parsedCronItems: cronItems(),
  })
}
