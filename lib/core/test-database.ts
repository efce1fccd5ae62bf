import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from './db.ts'

/** The run's PostgreSQL, and where its databases are: set before any test runs (scripts/test-worker.ts). */
function serverUrl(): string {
  const url = process.env.POSTGRES_URL
  if (!url) throw new Error('POSTGRES_URL is not set: tests run under vitest, which starts a PostgreSQL for them.')
  return url
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes a database of this name from the migrated template, in place of an earlier one. Returns its URL. */
export async function cloneDatabase(name: string): Promise<string> {
  const drop = `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`
  await onServer(drop, `CREATE DATABASE "${name}" TEMPLATE migrated STRATEGY file_copy`)
  const url = new URL(serverUrl())
  url.pathname = name
  return url.href
}

type FreshDatabase = { url: string; db: Database; drop(): Promise<void> }

/** A migrated database without a row, for a test that counts all there is; the test drops it when it has finished. */
export async function freshDatabase(connections = 4): Promise<FreshDatabase> {
  const name = `fresh_${randomUUID()}`
  const url = await cloneDatabase(name)
  const db = openDatabase(url, connections)
  const drop = async () => {
    await db.end()
    await onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }
  return { url, db, drop }
}
