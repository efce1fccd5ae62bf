import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureClient } from './ensure-client.ts'
import { startPostgres, testSettings } from './postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's own PostgreSQL; its database `migrated` is the template of all others. */
    postgresUrl: string
    /** Connection string of `migrated` as the runtime role; its privileges are copied with the template. */
    runtimeUrl: string
  }
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

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureClient()
  const folder = openRunFolder('test')
  const server = await startPostgres(folder.postgres, testSettings)
  project.provide('runtimeUrl', await createTemplate(server.url))
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    folder.remove()
  }
}
