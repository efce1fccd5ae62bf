import pg from 'pg'

const { escapeIdentifier } = pg

/** A table that a logical copy contains. */
export type CopiedTable = { name: string; columns: string[] }

/**
 * Tables that list the applied migrations. They are compared rather than copied: both databases must have the same
 * migrations.
 */
const migrationTables = ['public._prisma_migrations', 'graphile_worker.migrations']

// Leaves out generated columns, which the importing database computes again.
const tablesSql = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY attname) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r' ORDER BY 1`

const sequencesSql = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
  FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1`

const migrationsSql = `
  SELECT 'shop ' || migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
  UNION ALL SELECT 'worker ' || id FROM graphile_worker.migrations ORDER BY 1`

/** What must be the same in a copy and in the database into which it is imported. */
export type DatabaseShape = { tables: CopiedTable[]; migrations: string[] }

export async function readDatabaseShape(client: pg.Client): Promise<DatabaseShape> {
  const { rows: tables } = await client.query<CopiedTable>(tablesSql)
  const { rows: migrations } = await client.query<{ name: string }>(migrationsSql)
  return {
    tables: tables.filter(({ name }) => !migrationTables.includes(name)),
    migrations: migrations.map(({ name }) => name),
  }
}

export type SequenceValue = { name: string; value: string | null }

export const readSequences = async (client: pg.Client): Promise<SequenceValue[]> =>
  (await client.query<SequenceValue>(sequencesSql)).rows

export const columnListSql = ({ columns }: CopiedTable): string => columns.map(escapeIdentifier).join(', ')

/** Number of a table's rows, and a checksum of their content that doesn't depend on the order of the rows. */
export type TableChecksum = { rows: string; sum: string }

/** Counts the rows of a table and computes their checksum. */
export async function readTableChecksum(client: pg.Client, table: CopiedTable): Promise<TableChecksum> {
  const { rows } = await client.query<TableChecksum>(
    `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS sum
     FROM (SELECT ${columnListSql(table)} FROM ${table.name}) AS t`,
  )
  return rows[0] ?? { rows: '0', sum: '0' }
}
