import { startPostgres } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { storedRuntimeUrl } from '#scripts/runtime-role.ts'

type BenchDatabase = {
  /** Connection string of the shop's runtime role. */
  url: string
  ownerUrl: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL of its own in `folder`, migrated and with the runtime role of web and worker. */
export async function startDatabase(folder: string): Promise<BenchDatabase> {
  const { url: ownerUrl, stop } = await startPostgres(folder)
  const url = storedRuntimeUrl(folder, ownerUrl)
  await prepareDatabase({ ownerUrl, url })
  return { url, ownerUrl, stop }
}
