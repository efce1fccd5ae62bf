/**
 * `npm run check:migrations`: the migrations must result in the schema of the Prisma models. Compares the catalogs of
 * two databases, one created by the migrations and one by Prisma from the models. Skipped while models and migrations
 * are unchanged since the last success.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { removePostgres, startPostgres, testPostgresSettings } from './postgres.ts'
import { readMigrationList, readSchemaFiles, schemaFilters, withEngine } from './schema-engine.ts'
import { computeSourceKey, runUnlessDone } from './source-key.ts'

/**
 * The schema of a database, one line per item. `columns` are columns with their types; `rules` are defaults, indexes
 * and foreign keys with their definitions.
 */
export type SchemaCatalog = { columns: string[]; rules: string[] }

const SHOP_TABLES_CONDITION = `c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'`

/**
 * Lists columns and their types. NOT NULL is left out for arrays: Prisma declares them nullable but never stores NULL.
 */
const columnsQuery = `
  SELECT format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull AND t.typcategory <> 'A' THEN ' NOT NULL' END) AS line
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
  WHERE ${SHOP_TABLES_CONDITION} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1`

/**
 * Lists defaults, indexes and foreign keys without their names, because they keep their old names when a table or
 * column is renamed.
 */
const rulesQuery = `
  SELECT format('%s.%s DEFAULT %s', c.relname, a.attname,
    replace(pg_get_expr(d.adbin, d.adrelid), '''{}''::text[]', 'ARRAY[]::text[]')) AS line
  FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
  WHERE ${SHOP_TABLES_CONDITION}
  UNION SELECT regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ON ', ' INDEX ON ')
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE ${SHOP_TABLES_CONDITION}
  UNION SELECT conrelid::regclass || ' ' || pg_get_constraintdef(k.oid)
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE contype = 'f' AND ${SHOP_TABLES_CONDITION} ORDER BY 1`

/**
 * Differences between the schema that the migrations create and that of the models. The migrations may have additional
 * rules, because Prisma can't express all of them.
 */
export function findSchemaDifferences(migrated: SchemaCatalog, models: SchemaCatalog): string[] {
  const missingIn = (catalog: string[], expected: string[]) => expected.filter((line) => !catalog.includes(line))
  return [
    ...missingIn(migrated.columns, models.columns).map((line) => `a model has, and no migration makes: ${line}`),
    ...missingIn(models.columns, migrated.columns).map((line) => `the migrations make, and no model has: ${line}`),
    ...missingIn(migrated.rules, models.rules).map((line) => `a model has, and no migration makes: ${line}`),
  ]
}

async function readCatalog(url: string): Promise<SchemaCatalog> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const read = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line)
    return { columns: await read(columnsQuery), rules: await read(rulesQuery) }
  } finally {
    await client.end()
  }
}

async function runScript(url: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

/** Creates both databases on a temporary PostgreSQL, and reads their catalogs. */
async function bothCatalogs(): Promise<[migrated: SchemaCatalog, models: SchemaCatalog]> {
  const folder = mkdtempSync(join(tmpdir(), 'check-migrations-'))
  const server = await startPostgres(folder, testPostgresSettings)
  try {
    await runScript(server.url, 'CREATE DATABASE models')
    const modelsUrl = server.url.replace(/postgres$/, 'models')
    const to = {
      tag: 'schemaDatamodel' as const,
      files: readSchemaFiles().map(([path, content]) => ({ path, content })),
    }
    const from = { tag: 'empty' as const }
    const { stdout } = await withEngine(modelsUrl, (engine) =>
      engine.diff({ from, to, script: true, exitCode: null, filters: schemaFilters }),
    )
    await runScript(modelsUrl, stdout ?? '')
    await withEngine(server.url, (engine) =>
      engine.applyMigrations({ migrationsList: readMigrationList(), filters: schemaFilters }),
    )
    return [await readCatalog(server.url), await readCatalog(modelsUrl)]
  } finally {
    await server.stop()
    removePostgres(folder)
  }
}

async function checkMigrations(): Promise<void> {
  const faults = findSchemaDifferences(...(await bothCatalogs()))
  if (faults.length === 0) return
  for (const fault of faults) console.error(fault)
  console.error(
    'npm run db:migrate -- --create <name> writes the migration that leads from the committed models to yours.',
  )
  process.exit(1)
}

if (import.meta.main) {
  const key = computeSourceKey([
    'prisma/*.prisma',
    'prisma/migrations/**',
    'scripts/{check-migrations,schema-engine}.ts',
  ])
  await runUnlessDone('migrations', key, 'prisma/schema.prisma', checkMigrations)
  process.exit(0)
}
