import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { filters, migrationList, withEngine } from './schema-engine.ts'

/** Any number will do, as long as every start uses the same one. */
const turn = 7_130_402_211

/** Two migrations at once take turns: the second finds nothing left to do. */
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

/** Applies what is missing, to graphile-worker's own tables too; in turn. Returns the names of the migrations. */
export async function applyMissing(url: string): Promise<string[]> {
  const input = { migrationsList: migrationList(), filters }
  const { appliedMigrationNames } = await withEngine(url, (engine) => engine.applyMigrations(input))
  await runMigrations({ connectionString: url })
  return appliedMigrationNames
}

/** Brings a database up to date for its owner alone; `prepareDatabase` also lets web and worker in. */
export const applyMigrations = (url: string): Promise<string[]> => inTurn(url, () => applyMissing(url))
