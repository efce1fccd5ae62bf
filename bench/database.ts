import { startPostgres } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { storedRuntimeUrl } from '#scripts/runtime-role.ts'

type BenchDatabase = {
  /** Connection string for web and worker. */
  url: string
  ownerUrl: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL in `folder`, with a migrated database and the role that web and worker use. */
export async function startDatabase(folder: string): Promise<BenchDatabase> {
  const { url: ownerUrl, stop } = await startPostgres(folder)
  const url = storedRuntimeUrl(folder, ownerUrl)
  await prepareDatabase({ ownerUrl, url })
  return { url, ownerUrl, stop }
}
