import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureClient } from './ensure-client.ts'
import { removePostgres, startPostgres, testSettings } from './postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { isRunning } from './stray-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's own PostgreSQL; its database `migrated` is the template of all others. */
    postgresUrl: string
    /** Connection string of `migrated` as the runtime role; its privileges are copied with the template. */
    runtimeUrl: string
  }
}

const folder = join(import.meta.dirname, '../.data/test')

/**
 * Removes the servers of runs that were killed. Each run has a server of its own, named by its process id, so that runs
 * don't affect each other.
 */
function clearKilledRuns(): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (!isRunning(Number(name), 'vitest')) removePostgres(join(folder, name))
}

async function createTemplate(postgresUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query('CREATE DATABASE migrated')
  await client.end()
  const ownerUrl = postgresUrl.replace(/postgres$/, 'migrated')
  const url = Object.assign(new URL(ownerUrl), { username: 'shop_runtime', password: 'runtime' }).href
  await prepareDatabase({ ownerUrl, url })
  return url
}

/** Starts one PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureClient()
  clearKilledRuns()
  const own = join(folder, String(process.pid))
  mkdirSync(own, { recursive: true })
  const server = await startPostgres(own, testSettings)
  project.provide('runtimeUrl', await createTemplate(server.url))
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    removePostgres(own)
  }
}
