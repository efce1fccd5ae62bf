import { openDatabase } from '#lib/core/db.ts'
import { createOwner } from '#lib/staff/create-owner.ts'
import { applyMigrations } from './apply-migrations.ts'
import { createMigration } from './create-migration.ts'

async function addOwner(url: string): Promise<string> {
  const { OWNER_ID: id, OWNER_PASSWORD: password } = process.env
  if (!id || !password) return ''
  const made = await createOwner(openDatabase(url, 1), { id, password })
  return made ? '; made the first owner' : ''
}

async function run(args: string[]): Promise<string> {
  if (args[0] === '--create') return `wrote ${await createMigration(args[1] ?? '')}`
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set: which database?')
  const applied = await applyMigrations(url)
  return `${applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date'}${await addOwner(url)}`
}

try {
  console.log(await run(process.argv.slice(2)))
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
