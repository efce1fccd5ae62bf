import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#lib/core/db.ts'
import { seed } from '#prisma/seed/seed.ts'
import { removePostgres, startPostgres } from '#scripts/postgres.ts'
import { prepareDatabase } from '#scripts/prepare-database.ts'
import { ensureRuntimeUrl } from '#scripts/runtime-role.ts'

type BenchDatabase = {
  db: Database
  /** Connection string for web and worker. */
  url: string
  ownerUrl: string
  /** Closes the connections, stops PostgreSQL and removes its folder. */
  end(): Promise<void>
}

/**
 * Starts a PostgreSQL in a folder of its own, with a migrated, empty database, and opens it with the role that web and
 * worker use. Sets DATABASE_URL and AUTH_SECRET for this process and for those that it starts afterwards.
 */
export async function startDatabase(connections = 4, settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { url: ownerUrl, stop } = await startPostgres(folder, settings)
  const url = ensureRuntimeUrl(folder, ownerUrl)
  await prepareDatabase({ ownerUrl, url })
  process.env.DATABASE_URL = url
  // A process derives its keys from AUTH_SECRET only once, so a secret that is already set must not change.
  process.env.AUTH_SECRET ||= randomBytes(32).toString('hex')
  const db = openDatabase(url, connections)
  const end = async () => {
    await db.end()
    await stop()
    removePostgres(folder)
  }
  return { db, url, ownerUrl, end }
}

/** Like `startDatabase`, with the demo's data except its accounts. */
export async function startSeededDatabase(
  connections?: number,
  settings?: Record<string, string>,
): Promise<BenchDatabase> {
  const database = await startDatabase(connections, settings)
  await seed(database.ownerUrl)
  return database
}
