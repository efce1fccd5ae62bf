import { startPostgres } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { storedRuntimeUrl } from '#scripts/runtime-role.ts'

type BenchDatabase = {
  /** What the shop connects by. */
  url: string
  ownerUrl: string
  stop(): Promise<void>
}

/** A PostgreSQL of its own in `folder`, migrated, with the role that web and worker run as. */
export async function startDatabase(folder: string): Promise<BenchDatabase> {
  const { url: ownerUrl, stop } = await startPostgres(folder)
  const url = storedRuntimeUrl(folder, ownerUrl)
  await prepareDatabase({ ownerUrl, url })
  return { url, ownerUrl, stop }
}
