import { dropCached } from '#lib/core/cache.ts'
import { type Database, openDatabase } from '#lib/core/db.ts'

/**
 * Tables whose times don't change when `pass` simulates the passing of time. A session stays as it is, because its
 * token contains its expiry, which is compared with the real clock.
 */
const unshiftedTables = ['sessions']

/** Hours after which the daily limits of staff begin anew. */
const HOURS_A_DAY = 24

/** Opens the database as the role that owns the tables, which may change even append-only ones. */
function openAsOwner(): Database {
  const url = new URL(process.env.POSTGRES_URL ?? '')
  url.pathname = new URL(process.env.DATABASE_URL ?? '').pathname
  return openDatabase(url.href, 1)
}

const SHOP_TABLES_CONDITION = "table_schema = 'public' AND table_type = 'BASE TABLE'"

const shiftBack = (column: string, hours: string): string =>
  `"${column}" = "${column}" - make_interval(hours => ${hours})`

async function timeShiftStatements(owner: Database): Promise<string[]> {
  const tables = await owner.rows<{ table: string; columns: string[] }>(
    `SELECT c.table_name AS table, array_agg(c.column_name::text) AS columns
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE ${SHOP_TABLES_CONDITION} AND c.data_type = 'timestamp with time zone' GROUP BY c.table_name`,
  )
  return tables
    .filter(({ table }) => !unshiftedTables.includes(table))
    .map(({ table, columns }) => {
      const changes = columns.map((column) => shiftBack(column, '$1'))
      return `UPDATE "${table}" SET ${changes.join(', ')}`
    })
}

/** Names of the tables that are empty now. Rows that they get later are those of the test. */
async function emptyTables(owner: Database): Promise<string[]> {
  const tables = await owner.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE ${SHOP_TABLES_CONDITION}`,
  )
  const empty: string[] = []
  for (const { name } of tables) if ((await owner.rows(`SELECT FROM "${name}" LIMIT 1`)).length === 0) empty.push(name)
  return empty
}

export type AbuseDatabase = {
  /** Simulates that `hours` pass, by moving all times in the database into the past. */
  pass(hours: number): Promise<void>
  /**
   * Deletes the rows of all tables that were empty when this object was made, so that they don't slow down later
   * sequences.
   */
  clear(): Promise<void>
  end(): Promise<void>
}

/** Opens the test's database as its owner, who may shift times and delete rows; web and worker may not. */
export async function openAbuseDatabase(): Promise<AbuseDatabase> {
  const owner = openAsOwner()
  const [updates, empty] = [await timeShiftStatements(owner), await emptyTables(owner)]
  // Runs statements without triggers: triggers would treat shifted rows as new events or, on the ledger, refuse the
  // change.
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
