import { dropCached } from '#lib/core/cache.ts'
import { type Database, openDatabase } from '#lib/core/db.ts'

/** Sessions end by what their tokens say, by the machine's clock. */
const keepTheirTime = ['sessions']

/** After so many hours what staff may let through in a day begins anew. */
const HOURS_A_DAY = 24

/** The database as its owner reaches it, who may touch what only ever grows. */
function asOwner(): Database {
  const url = new URL(process.env.POSTGRES_URL ?? '')
  url.pathname = new URL(process.env.DATABASE_URL ?? '').pathname
  return openDatabase(url.href, 1)
}

const ownTables = "table_schema = 'public' AND table_type = 'BASE TABLE'"

async function timeUpdates(owner: Database): Promise<string[]> {
  const tables = await owner.rows<{ table: string; columns: string[] }>(
    `SELECT c.table_name AS table, array_agg(c.column_name::text) AS columns
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE ${ownTables} AND c.data_type = 'timestamp with time zone' GROUP BY c.table_name`,
  )
  return tables
    .filter(({ table }) => !keepTheirTime.includes(table))
    .map(({ table, columns }) => {
      const changes = columns.map((column) => `"${column}" = "${column}" - make_interval(hours => $1)`)
      return `UPDATE "${table}" SET ${changes.join(', ')}`
    })
}

async function emptyTables(owner: Database): Promise<string[]> {
  const tables = await owner.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE ${ownTables}`,
  )
  const empty: string[] = []
  for (const { name } of tables) if ((await owner.rows(`SELECT FROM "${name}" LIMIT 1`)).length === 0) empty.push(name)
  return empty
}

export type AbuseDatabase = {
  /** Lets time pass, by moving everything that was ever written down back. */
  pass(hours: number): Promise<void>
  /** Forgets all that was done, so that the next sequences don't drag it along. */
  clear(): Promise<void>
  end(): Promise<void>
}

/** The test's own database as nobody in the shop can reach it. */
export async function openAbuseDatabase(): Promise<AbuseDatabase> {
  const owner = asOwner()
  const [updates, empty] = [await timeUpdates(owner), await emptyTables(owner)]
  // Triggers would take it for news, and the ledger would refuse it.
  const quietly = (statements: readonly string[], values: readonly unknown[] = []) =>
    owner.transaction(async (tx) => {
      await tx.rows('SET LOCAL session_replication_role = replica')
      for (const statement of statements) await tx.rows(statement, values)
    })
  return {
    pass: async (hours) => {
      await quietly(updates, [hours])
      if (hours >= HOURS_A_DAY) await owner.rows('DELETE FROM staff_day_totals')
    },
    clear: async () => {
      await quietly([`TRUNCATE ${empty.map((name) => `"${name}"`).join(', ')}, graphile_worker._private_jobs CASCADE`])
      for (const name of ['settings', 'catalog', 'content'] as const) dropCached(name)
    },
    end: () => owner.end(),
  }
}
