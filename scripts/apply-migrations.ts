import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrationList, schemaFilters, withEngine } from './schema-engine.ts'

/** Key of the advisory lock that a process holds while it migrates. An arbitrary number, the same for all. */
const MIGRATION_LOCK = 7_130_402_211
const LOCK_RETRY_MS = 200

/**
 * Waits until no other process holds the lock. Asks again and again rather than once with `pg_advisory_lock`: a statement
 * that waits has a snapshot, for whose end CREATE INDEX CONCURRENTLY in the holder's migrations would wait for ever.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  const tryLock = () => client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])
  while (!(await tryLock()).rows[0]?.taken) await sleep(LOCK_RETRY_MS)
}

/**
 * Calls `run` while holding the migration lock: a second process that migrates waits, and then finds nothing left to
 * apply.
 */
export async function underMigrationLock<T>(url: string, run: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await takeMigrationLock(client)
    return await run()
  } finally {
    await client.end()
  }
}

/**
 * Applies missing migrations, those of graphile-worker included. Call it within `underMigrationLock`. Returns the names
 * of the shop's migrations applied.
 */
export async function applyMissingMigrations(url: string): Promise<string[]> {
  const input = { migrationsList: migrationList(), filters: schemaFilters }
  const { appliedMigrationNames } = await withEngine(url, (engine) => engine.applyMigrations(input))
  await runMigrations({ connectionString: url })
  return appliedMigrationNames
}

/**
 * Migrates a database. Only the owner of its tables can use it afterwards; `prepareDatabase` also grants access to web
 * and worker. Returns the names of the migrations applied.
 */
export const applyMigrations = (url: string): Promise<string[]> =>
  underMigrationLock(url, () => applyMissingMigrations(url))
