import { deleteExpired, inBatches } from '#lib/core/delete-expired.ts'
import type { Job } from './job.ts'

/**
 * Each hour: deletes idempotency keys after 72 hours. Also deletes failed logins, failed proofs of identity, reset
 * links, enrol codes and unused verification codes that are too old to matter. Used verification codes stay for 6
 * months, as evidence that an address or number was verified.
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
  },
}
