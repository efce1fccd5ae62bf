import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensurePrismaClient } from './ensure-prisma-client.ts'
import { startPooler } from './pooler.ts'
import { startPostgres, testPostgresSettings } from './postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Connection string of this test run's PostgreSQL. Its database `migrated` is the template of all other databases.
     */
    postgresUrl: string
    /**
     * Connection string of the database `migrated` for the runtime role, whose privileges are copied with the template.
     */
    runtimeUrl: string
    /**
     * Host and port of the PgBouncer through which tests reach their databases, if PROOF_POOLED is set; otherwise
     * empty.
     */
    poolerHost: string
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

type TestServer = { postgresUrl: string; runtimeUrl: string; poolerHost: string; stop(): Promise<void> }

async function startServer(): Promise<TestServer> {
  await ensurePrismaClient()
  const folder = openRunFolder('test')
  const { url, stop } = await startPostgres(folder.postgres, testPostgresSettings)
  const runtimeUrl = await createTemplate(url)
  const pooler = process.env.PROOF_POOLED ? await startPooler(runtimeUrl, 20) : undefined
  const end = async () => {
    pooler?.stop()
    await stop()
    folder.remove()
  }
  return { postgresUrl: url, runtimeUrl, poolerHost: pooler ? new URL(pooler.url).host : '', stop: end }
}

/** The server of this run, and the number of projects that use it: vitest loads this module once for each project. */
const shared = globalThis as typeof globalThis & { testServer?: Promise<TestServer>; testServerUsers?: number }

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. Returns the function
 * that stops it after the last project.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServerUsers = (shared.testServerUsers ?? 0) + 1
  shared.testServer ??= startServer()
  const { postgresUrl, runtimeUrl, poolerHost, stop } = await shared.testServer
  project.provide('runtimeUrl', runtimeUrl)
  project.provide('postgresUrl', postgresUrl)
  project.provide('poolerHost', poolerHost)
  return async () => {
    shared.testServerUsers = (shared.testServerUsers ?? 1) - 1
    if (shared.testServerUsers === 0) await stop()
  }
}
