import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { filters, migrationsFolder, schemaFile, withEngine } from './schema-engine.ts'

const datamodel = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
})

const stamp = (now: Date): string => now.toISOString().replace(/\D/g, '').slice(0, 14)

/** The engine wants a database to talk to, though it only compares two files: one of its own, not the demo's. */
async function difference(from: string, to: string): Promise<string> {
  const server = await startPostgres(join(migrationsFolder, '../../.data/scratch'))
  const input = { from: datamodel(from), to: datamodel(to), script: true, exitCode: null, filters }
  try {
    const { stdout } = await withEngine(server.url, (engine) => engine.diff(input))
    return stdout ?? ''
  } finally {
    await server.stop()
  }
}

/** Writes the SQL that leads from the committed schema to the one in the working tree. Returns the new file's path. */
export async function createMigration(name: string, now = new Date()): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error('A migration is named like add_popups: a-z, 0-9 and _.')
  const committed = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], {
    cwd: migrationsFolder,
    encoding: 'utf8',
  })
  const sql = await difference(committed, readFileSync(schemaFile, 'utf8'))
  const folder = join(migrationsFolder, `${stamp(now)}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  return join(folder, 'migration.sql')
}
