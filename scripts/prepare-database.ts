import { openDatabase } from '#lib/core/db.ts'
import { applyMissingMigrations, withMigrationLock } from './apply-migrations.ts'
import { ensureBackupRole } from './backup-role.ts'
import { grantPrivileges } from './grant-privileges.ts'
import { ensureRuntimeRole, refuseOverprivilegedRole } from './runtime-role.ts'
import { takeOwnership } from './take-ownership.ts'

export type DatabaseUrls = {
  /** Connection string of the role that owns the tables, or will own them once they are created. */
  ownerUrl: string
  /** Connection string that web and worker use. */
  url: string
  /** Connection string of the role that makes backups; undefined if no backups are made. */
  backupUrl?: string
}

/** Migrates a database and grants the runtime role access to it. Returns the names of the migrations applied. */
export function prepareDatabase({ ownerUrl, url, backupUrl }: DatabaseUrls): Promise<string[]> {
  return withMigrationLock(ownerUrl, async () => {
    const owner = openDatabase(ownerUrl, 1)
    try {
      const role = await ensureRuntimeRole(owner, url)
      await takeOwnership(owner, role)
      const applied = await applyMissingMigrations(ownerUrl)
      await grantPrivileges(owner, role)
      await refuseOverprivilegedRole(owner, role)
      if (backupUrl) await ensureBackupRole(owner, backupUrl)
      return applied
    } finally {
      await owner.end()
    }
  })
}
