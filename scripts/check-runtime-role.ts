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

/**
 * Calls `check`. If the database can't be used, logs why and tries again every second. Logs a reason again only after
 * another one: `logged` is the last.
 */
export async function checkRuntimeRole(logged?: string): Promise<void> {
  await check().catch(({ message: reason }: Error) => {
    if (reason !== logged) log.warn('the database cannot be used', { reason })
    setTimeout(checkRuntimeRole, 1_000, reason).unref()
  })
}
