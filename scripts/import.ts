import { readBackupEnvironment } from './backup/backup-environment.ts'
import { openEncryptedStore } from './backup/encrypted-store.ts'
import { findLogicalCopy, importLogicalCopy } from './backup/logical-copy.ts'

// `npm run import [-- <id of the copy>]`: imports this copy, by default the newest, into the database that
// MIGRATE_DATABASE_URL names. That database must be migrated and not used yet.
try {
  const ownerUrl = process.env.MIGRATE_DATABASE_URL
  if (!ownerUrl) throw new Error('MIGRATE_DATABASE_URL is not set: the owner of the database to import into')
  const store = openEncryptedStore(readBackupEnvironment())
  const copy = await findLogicalCopy(store, process.argv[2])
  await importLogicalCopy(ownerUrl, store, copy)
  console.log(`${copy.id}: ${copy.tables.length} tables, each as its checksum says. Then: npm run restored`)
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
