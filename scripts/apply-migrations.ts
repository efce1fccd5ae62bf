import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { readMigrationList, readMigrationText, schemaFilters, withEngine } from './schema-engine.ts'

/** Key of the advisory lock that a process holds while it migrates: an arbitrary number, the same in all processes. */
const MIGRATION_LOCK = 7_130_402_211
const LOCK_RETRY_MS = 200

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other process holds the lock, then takes it. Polls instead of calling `pg_advisory_lock`: a waiting
 * statement has a snapshot, and a CREATE INDEX CONCURRENTLY of the lock's holder waits until all older snapshots have
 * ended, so that the two processes would wait for each other.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  const tryLock = () => client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])
  while (!(await tryLock()).rows[0]?.taken) await sleep(LOCK_RETRY_MS)
}

/** Matches a migration that only creates or drops one index CONCURRENTLY, which must run outside a transaction. */
const indexStatement = /^(CREATE|DROP) INDEX CONCURRENTLY "?(\w+)"?[^;]*;?$/

const withoutComments = (text: string): string => text.replaceAll(/^--.*$/gm, '').trim()

/**
 * Cleans up after killed migrations that created or dropped an index CONCURRENTLY: drops the index, which may be
 * invalid. A CREATE is then applied again; a DROP counts as applied. Leaves every other killed migration to a person,
 * who must check how much of it was applied.
 */
async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS exists`,
  )
  if (!rows[0]?.exists) return
  const fromKilled = 'FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL'
  for (const { name } of (await client.query<{ name: string }>(`SELECT migration_name AS name ${fromKilled}`)).rows) {
    const [, verb, index] = indexStatement.exec(withoutComments(readMigrationText(name))) ?? []
    if (!index) continue
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
    const settled = verb === 'CREATE' ? 'rolled_back_at = now()' : 'finished_at = now(), applied_steps_count = 1'
    await client.query(
      `UPDATE _prisma_migrations SET ${settled} WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name],
    )
  }
}

/**
 * Calls `run` while holding the migration lock. A second process that migrates waits for the lock, and then finds
 * nothing left to apply.
 */
export const withMigrationLock = <T>(url: string, run: () => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await takeMigrationLock(client)
    return run()
  })

/**
 * Applies missing migrations of the shop and of graphile-worker. Call it within `withMigrationLock`. Returns the names
 * of the applied migrations of the shop.
 */
export async function applyMissingMigrations(url: string): Promise<string[]> {
  await withClient(url, dropInvalidIndexes)
  const input = { migrationsList: readMigrationList(), filters: schemaFilters }
  const { appliedMigrationNames } = await withEngine(url, (engine) => engine.applyMigrations(input))
  await runMigrations({ connectionString: url })
  return appliedMigrationNames
}

/**
 * Migrates a database. Only the owner of its tables can use it afterwards; `prepareDatabase` also grants access to web
 * and worker. Returns the names of the migrations applied.
 */
export const applyMigrations = (url: string): Promise<string[]> =>
  withMigrationLock(url, () => applyMissingMigrations(url))
