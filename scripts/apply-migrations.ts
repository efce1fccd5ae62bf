import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { filters, migrationList, withEngine } from './schema-engine.ts'

/** Key of the advisory lock: an arbitrary number that every migrate uses. */
const turn = 7_130_402_211

/** Runs a migration under a lock, so that a concurrent one waits and then finds nothing left to apply. */
export async function inTurn<T>(url: string, run: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [turn])
    return await run()
  } finally {
    await client.end()
  }
}

/**
 * Applies missing migrations, those of graphile-worker included. Call it within `inTurn`. Returns the names of the
 * shop's migrations applied.
 */
export async function applyMissing(url: string): Promise<string[]> {
  const input = { migrationsList: migrationList(), filters }
  const { appliedMigrationNames } = await withEngine(url, (engine) => engine.applyMigrations(input))
  await runMigrations({ connectionString: url })
  return appliedMigrationNames
}

/**
 * Migrates a database, whose owner alone can use it afterwards; `prepareDatabase` also grants access to web and worker.
 * Returns the names of the migrations applied.
 */
export const applyMigrations = (url: string): Promise<string[]> => inTurn(url, () => applyMissing(url))
