import { deleteExpired, runInBatches } from '#lib/core/delete-expired.ts'
import type { Job } from './job.ts'

// Selects the scheduled jobs that have run again without an error since they last failed: their newest error is more
// than five minutes older than the start of their last run. Errors of those five minutes count as errors of the last
// run. (graphile-worker calls the name of a job its task.)
const workingTasksSql = `
  SELECT k.identifier FROM graphile_worker._private_known_crontabs k
  WHERE NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.task_identifier = k.identifier
    AND j.last_error IS NOT NULL AND j.updated_at > k.last_execution - interval '5 minutes')`

// Removes two kinds of jobs that have failed for good: a scheduled job that has run again without an error since,
// because the later run did its work; and any job that staff could see for a week (docs/operate.md#jobsfailed).
const forgetFailedJobsSql = `
  SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs
    WHERE attempts >= max_attempts
      AND (updated_at < now() - interval '7 days' OR task_identifier IN (${workingTasksSql}))
    ORDER BY id LIMIT 10000))`

/**
 * Each hour: deletes idempotency keys after 72 hours. Also deletes failed logins, failed proofs of identity, reset
 * links, enrol codes and unused verification codes that are too old to matter. Used verification codes stay for 6
 * months, as evidence that an e-mail address or telephone number was verified. Also removes failed jobs from the list
 * of errors: after a week or, for a scheduled job, once it has run again without an error.
 */
export const forgetKeysJob: Job = {
  name: 'forget-keys',
  cron: '25 * * * *',
  run: async (db) => {
    for (const table of ['idempotency_keys', 'verification_codes'] as const)
      await runInBatches((batchSize) => deleteExpired(db, table, batchSize))
    await db.rows("DELETE FROM reauth_failures WHERE at < now() - interval '1 day'")
    await db.rows("DELETE FROM login_failures WHERE at < now() - interval '1 day'")
    await db.rows('DELETE FROM enrol_codes WHERE expires_at < now()')
    await db.rows("DELETE FROM reset_links WHERE created_at < now() - interval '2 days'")
    await db.rows(forgetFailedJobsSql)
  },
}
