import { openDatabase } from '#lib/core/db.ts'
import { createOwner, hasOwner } from '#lib/staff/create-owner.ts'
import { applyMigrations } from './apply-migrations.ts'
import { createMigration } from './create-migration.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createRuntimeRoleSql } from './runtime-role.ts'

const missingOwnerUrlMessage = `MIGRATE_DATABASE_URL is not set. Web and worker must not connect as the role that owns the tables:
  MIGRATE_DATABASE_URL  the owner's connection string; where the shop ran before, that is what DATABASE_URL was
  DATABASE_URL          the same with another role and a password of its own, as postgres://shop_runtime:<password>@…
Migrate makes that role, or says what it may not. By hand, in any database of the server:
  ${createRuntimeRoleSql('shop_runtime')}
ALLOW_OWNER_ROLE=true goes on with one role for all: whoever gets hold of its connection can rewrite the ledger.`

const noOwnerMessage = (
  id: string,
) => `; NO OWNER: the id ${JSON.stringify(id)} is that of a member without the role, or was given up.
No start gives anybody a role back. Set OWNER_ID to an id that was never used, or make a member you trust the owner:
  UPDATE members SET role = 'OWNER' WHERE login_id = '...' AND deleted_at IS NULL;`

const noOwnerYetMessage = `; NO OWNER YET: nobody can open the console.
Set OWNER_ID and OWNER_PASSWORD, and migrate again.`

async function addOwner(url: string): Promise<string> {
  const { OWNER_ID: id, OWNER_PASSWORD: password } = process.env
  const database = openDatabase(url, 1)
  if (!id || !password) return (await hasOwner(database)) ? '' : noOwnerYetMessage
  const outcome = await createOwner(database, { id, password })
  if (outcome === 'taken') return noOwnerMessage(id)
  return outcome === 'made' ? '; made the first owner' : ''
}

async function migrate(url: string, ownerUrl: string | undefined): Promise<string[]> {
  if (ownerUrl) return prepareDatabase({ ownerUrl, url, backupUrl: process.env.BACKUP_DATABASE_URL || undefined })
  if (!/^(true|1)$/.test(process.env.ALLOW_OWNER_ROLE ?? '')) throw new Error(missingOwnerUrlMessage)
  return applyMigrations(url)
}

async function run(args: string[]): Promise<string> {
  if (args[0] === '--create') return `wrote ${await createMigration(args[1] ?? '')}`
  const { DATABASE_URL: url, MIGRATE_DATABASE_URL: ownerUrl } = process.env
  if (!url) throw new Error('DATABASE_URL is not set: which database?')
  const applied = await migrate(url, ownerUrl)
  const summary = applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date'
  return `${summary}${await addOwner(url)}`
}

try {
  console.log(await run(process.argv.slice(2)))
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
