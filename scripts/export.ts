import { readBackupEnvironment, readBackupUrl, readKeepDays } from './backup/backup-environment.ts'
import { openEncryptedStore } from './backup/encrypted-store.ts'
import { expireLogicalCopies } from './backup/expire-backups.ts'
import { exportLogicalCopy } from './backup/logical-copy.ts'

// `npm run export`: copies all rows as of one moment into BACKUP_STORE, to be imported under another version of
// PostgreSQL or on another server. Then removes copies that are older than BACKUP_KEEP_DAYS.
try {
  const environment = readBackupEnvironment()
  const store = openEncryptedStore(environment)
  const keepDays = readKeepDays(environment)
  const { id, takenAt, sums } = await exportLogicalCopy(readBackupUrl(environment), store)
  await expireLogicalCopies(store, keepDays)
  const rows = Object.values(sums).reduce((sum, each) => sum + Number(each.rows), 0)
  console.log(`${id}: ${rows.toLocaleString('en')} rows of ${Object.keys(sums).length} tables as of ${takenAt}`)
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
