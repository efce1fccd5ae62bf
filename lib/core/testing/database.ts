import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../db.ts'
import { env } from '../env.ts'
import { singleton } from '../singleton.ts'

type UrlVariable = 'POSTGRES_URL' | 'RUNTIME_URL'

/**
 * URL of a database in the PostgreSQL that the test run started, for its owner or for the role of web and worker
 * (scripts/test-worker.ts).
 */
function databaseUrl(login: UrlVariable, name: string): string {
  const url = process.env[login]
  if (!url) throw new Error(`${login} is not set: tests run under vitest, which starts a PostgreSQL for them.`)
  return Object.assign(new URL(url), { pathname: name }).href
}

async function runOnServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('POSTGRES_URL', 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database of this name from the migrated template, replacing an existing one. Returns its URL for the role
 * of web and worker.
 */
export async function cloneDatabase(name: string): Promise<string> {
  const drop = `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`
  await runOnServer(drop, `CREATE DATABASE "${name}" TEMPLATE migrated STRATEGY file_copy`)
  return databaseUrl('RUNTIME_URL', name)
}

/**
 * The test file's database, connected as its owner (a superuser), for what web and worker may not do: tampering with
 * rows, making rows older, ALTER, or VACUUM and ANALYZE, which PostgreSQL skips with a mere warning for others.
 */
export function ownerDatabase(): Database {
  const { pathname } = new URL(env().DATABASE_URL)
  return singleton('owner-db', () => openDatabase(databaseUrl('POSTGRES_URL', pathname), 4))
}

/**
 * Runs a statement in the test file's database with triggers disabled, for example to make rows of an append-only table
 * older.
 */
export async function withoutTriggers(text: string, values: readonly unknown[] = []): Promise<void> {
  await ownerDatabase().transaction(async (tx) => {
    await tx.rows('SET LOCAL session_replication_role = replica')
    await tx.rows(text, values)
  })
}

/** Drops a database, also while connections to it are open. */
export const dropDatabase = (name: string): Promise<void> =>
  runOnServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)

type FreshDatabase = {
  ownerUrl: string
  db: Database
  /** The same database, connected to as its owner. */
  owner: Database
  drop(): Promise<void>
}

/**
 * Creates a migrated database with only the few rows that migrations insert, for a test that counts all rows. The test
 * drops it at its end.
 */
export async function createFreshDatabase(connections = 4): Promise<FreshDatabase> {
  const name = `fresh_${randomUUID()}`
  const ownerUrl = databaseUrl('POSTGRES_URL', name)
  const db = openDatabase(await cloneDatabase(name), connections)
  const owner = openDatabase(ownerUrl, connections)
  const drop = async () => {
    await Promise.all([db.end(), owner.end()])
    await dropDatabase(name)
  }
  return { ownerUrl, db, owner, drop }
}
