import { deleteExpired, inBatches } from '#lib/core/delete-expired.ts'
import type { Job } from './job.ts'

// Of a scheduled job a later run has done the work, and messages and rewards are swept anyway. The
// error stays visible for a week (docs/operate.md#jobsfailed).
const forgetFailedJobsSql = `
  SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs
    WHERE attempts >= max_attempts AND updated_at < now() - interval '7 days' ORDER BY id LIMIT 10000))`

/**
 * Each hour: deletes idempotency keys after 72 hours. Also deletes failed logins, failed proofs of identity, reset
 * links, enrol codes and unused verification codes that are too old to matter. Used verification codes stay for 6
 * months, as evidence that an address or number was verified. Also removes jobs that failed for good a week ago.
 */
export const forgetKeysJob: Job = {
  name: 'forget-keys',
  cron: '25 * * * *',
  run: async (db) => {
    for (const table of ['idempotency_keys', 'verification_codes'] as const)
      await inBatches((batchSize) => deleteExpired(db, table, batchSize))
    await db.rows("DELETE FROM reauth_failures WHERE at < now() - interval '1 day'")
    await db.rows("DELETE FROM login_failures WHERE at < now() - interval '1 day'")
    await db.rows('DELETE FROM enrol_codes WHERE expires_at < now()')
    await db.rows("DELETE FROM reset_links WHERE created_at < now() - interval '2 days'")
    await db.rows(forgetFailedJobsSql)
  },
}
