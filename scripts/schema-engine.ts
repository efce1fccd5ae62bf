import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { type MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

const root = join(import.meta.dirname, '..')

export const migrationsFolder = join(root, 'prisma/migrations')

/** Files of the Prisma schema with their texts. */
export const readSchemaFiles = (): [path: string, text: string][] =>
  globSync('prisma/*.prisma', { cwd: root })
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])

/** Tables and enums that Prisma's schema engine leaves out: none. */
export const schemaFilters = { externalTables: [], externalEnums: [] }

/**
 * Adapter that sends each script to PostgreSQL as a whole. The original adapter splits scripts at every semicolon, even
 * inside function bodies.
 */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }
}

/**
 * Calls `use` with Prisma's schema engine. The engine runs as WebAssembly and needs no download, but uses the same
 * table and checksums as `prisma migrate deploy`. Closes its connections afterwards, because one of them holds the
 * engine's advisory lock.
 */
export async function withEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url })
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool))
  try {
    return await use(await SchemaEngine.new({ datamodels: readSchemaFiles() }, () => undefined, adapter))
  } finally {
    await pool.end()
  }
}

/** Text of a migration; empty if this version of the shop doesn't have it. */
export function readMigrationText(name: string): string {
  const path = join(migrationsFolder, name, 'migration.sql')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The folder prisma/migrations in the format that the engine expects. */
export function readMigrationList(): MigrationList {
  const entries = readdirSync(migrationsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = entries.map((entry) => entry.name).sort()
  const migrationDirectories = names.map((path) => {
    const value = readFileSync(join(migrationsFolder, path, 'migration.sql'), 'utf8')
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
  })
  const lockfile = {
    path: 'migration_lock.toml',
    content: readFileSync(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
  }
  return { baseDir: migrationsFolder, lockfile, migrationDirectories, shadowDbInitScript: '' }
}
