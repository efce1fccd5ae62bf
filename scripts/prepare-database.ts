import { openDatabase } from '#lib/core/db.ts'
import { applyMissing, inTurn } from './apply-migrations.ts'
import { grantPrivileges } from './grant-privileges.ts'
import { ensureRuntimeRole, refuseMightyRole } from './runtime-role.ts'
import { takeOver } from './take-over.ts'

export type DatabaseUrls = {
  /** Opens the database as the role that owns its tables, or will. */
  ownerUrl: string
  /** What web and worker connect by. */
  url: string
}

/** Brings a database up to date and lets the runtime role work in it. Returns the migrations it applied. */
export function prepareDatabase({ ownerUrl, url }: DatabaseUrls): Promise<string[]> {
  return inTurn(ownerUrl, async () => {
    const owner = openDatabase(ownerUrl, 1)
    try {
      const role = await ensureRuntimeRole(owner, url)
      await takeOver(owner, role)
      const applied = await applyMissing(ownerUrl)
      await grantPrivileges(owner, role)
      await refuseMightyRole(owner, role)
      return applied
    } finally {
      await owner.end()
    }
  })
}
