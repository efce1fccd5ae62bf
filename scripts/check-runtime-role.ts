import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { roleFaults } from '#lib/core/role-faults.ts'

/** Ends a web or worker that connects as a role which could switch off what protects the ledger. */
async function check(): Promise<void> {
  const faults = await roleFaults(db())
  if (faults.length === 0) return
  if (env().ALLOW_OWNER_ROLE) return log.warn('DATABASE_URL names a role with too many rights', { faults })
  log.error('DATABASE_URL names a role with too many rights: migrate with MIGRATE_DATABASE_URL makes another', {
    faults,
  })
  process.exit(1)
}

/** The same; where the database can't be reached yet, as soon as it can. */
export async function checkRuntimeRole(): Promise<void> {
  await check().catch(() => setTimeout(checkRuntimeRole, 1_000).unref())
}
