import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../db.ts'
import { env } from '../env.ts'
import { singleton } from '../singleton.ts'

type Login = 'POSTGRES_URL' | 'RUNTIME_URL'

/** A database of the run's PostgreSQL, opened as its owner or as web and worker do (scripts/test-worker.ts). */
function urlOf(login: Login, name: string): string {
  const url = process.env[login]
  if (!url) throw new Error(`${login} is not set: tests run under vitest, which starts a PostgreSQL for them.`)
  return Object.assign(new URL(url), { pathname: name }).href
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('POSTGRES_URL', 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Makes a database of this name from the migrated template, in place of an earlier one. Returns its URL for the role
 * that web and worker connect as.
 */
export async function cloneDatabase(name: string): Promise<string> {
  const drop = `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`
  await onServer(drop, `CREATE DATABASE "${name}" TEMPLATE migrated STRATEGY file_copy`)
  return urlOf('RUNTIME_URL', name)
}

/**
 * This file's database as its owner, a superuser: for a test that does what web and worker may not, as somebody who has
 * a copy of the database does, or as time does.
 */
export function ownerDatabase(): Database {
  const { pathname } = new URL(env().DATABASE_URL)
  return singleton('owner-db', () => openDatabase(urlOf('POSTGRES_URL', pathname), 4))
}

/** One statement in this file's database that no trigger sees: rows of an append-only table grow old by it. */
export async function withoutTriggers(text: string, values: readonly unknown[] = []): Promise<void> {
  await ownerDatabase().transaction(async (tx) => {
    await tx.rows('SET LOCAL session_replication_role = replica')
    await tx.rows(text, values)
  })
}

type FreshDatabase = {
  ownerUrl: string
  db: Database
  /** The same as its owner. */
  owner: Database
  drop(): Promise<void>
}

/** A migrated database without a row, for a test that counts all there is; the test drops it when it has finished. */
export async function freshDatabase(connections = 4): Promise<FreshDatabase> {
  const name = `fresh_${randomUUID()}`
  const ownerUrl = urlOf('POSTGRES_URL', name)
  const db = openDatabase(await cloneDatabase(name), connections)
  const owner = openDatabase(ownerUrl, connections)
  const drop = async () => {
    await Promise.all([db.end(), owner.end()])
    await onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  }
  return { ownerUrl, db, owner, drop }
}
