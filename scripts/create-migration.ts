import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { migrationsFolder, readSchemaFiles, schemaFilters, withEngine } from './schema-engine.ts'

const datamodel = (files: [path: string, text: string][]) => ({
  tag: 'schemaDatamodel' as const,
  files: files.map(([path, content]) => ({ path, content })),
})

const runGit = (...args: string[]): string =>
  execFileSync('git', args, { cwd: join(migrationsFolder, '../..'), encoding: 'utf8' })

function committedSchema(): [path: string, text: string][] {
  const paths = runGit('ls-tree', '--name-only', 'HEAD', 'prisma/').split('\n')
  return paths.filter((path) => path.endsWith('.prisma')).map((path) => [path, runGit('show', `HEAD:${path}`)])
}

/**
 * Name of a new migration's folder. It begins with the present time, or with the number after the last migration's if
 * that is later, because migrations are applied in the order of their names.
 */
export function migrationFolderName(name: string, folders: readonly string[], now: Date): string {
  const last = Math.max(0, ...folders.map((folder) => Number(/^\d{14}/.exec(folder)?.[0] ?? 0)))
  const stamp = Number(now.toISOString().replace(/\D/g, '').slice(0, 14))
  return `${Math.max(stamp, last + 1)}_${name}`
}

/**
 * SQL that changes the schema `from` into the schema `to`. Prisma's engine requires a database even to compare files,
 * so it gets a temporary one.
 */
async function differenceSql(from: [string, string][], to: [string, string][]): Promise<string> {
  const server = await startPostgres(join(migrationsFolder, '../../.data/scratch'))
  const input = { from: datamodel(from), to: datamodel(to), script: true, exitCode: null, filters: schemaFilters }
  try {
    const { stdout } = await withEngine(server.url, (engine) => engine.diff(input))
    return stdout ?? ''
  } finally {
    await server.stop()
  }
}

/** Writes a migration from the committed schema to that of the working tree. Returns the path of the new file. */
export async function createMigration(name: string, now = new Date()): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error('A migration is named like add_popups: a-z, 0-9 and _.')
  const sql = await differenceSql(committedSchema(), readSchemaFiles())
  const folder = join(migrationsFolder, migrationFolderName(name, readdirSync(migrationsFolder), now))
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  return join(folder, 'migration.sql')
}
