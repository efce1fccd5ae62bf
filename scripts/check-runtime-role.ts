import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { roleFaults } from '#lib/core/role-faults.ts'

/**
 * Ends this process (web or worker) if its database role has rights with which it could switch off the protection of
 * the ledger. If ALLOW_OWNER_ROLE is set, only logs a warning.
 */
async function check(): Promise<void> {
  const faults = await roleFaults(db())
  if (faults.length === 0) return
  if (env().ALLOW_OWNER_ROLE) return log.warn('DATABASE_URL names a role with too many rights', { faults })
  log.error('DATABASE_URL names a role with too many rights: migrate with MIGRATE_DATABASE_URL makes another', {
    faults,
  })
  process.exit(1)
}

/** Calls `check`. If the database can't be reached, tries again every second. */
export async function checkRuntimeRole(): Promise<void> {
  await check().catch(() => setTimeout(checkRuntimeRole, 1_000).unref())
}
