import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { backupState } from '#lib/reports/queries/backup-state.ts'
import { recordBackupSuccess } from './backup-state.ts'

test('what was recorded while the clock was ahead is corrected by the next record', async () => {
  const url = Object.assign(new URL(process.env.POSTGRES_URL ?? ''), {
    pathname: new URL(process.env.DATABASE_URL ?? '').pathname,
  }).href
  await ownerDatabase().rows(
    "INSERT INTO backup_states (kind, succeeded_at) VALUES ('WAL', now() + interval '30 days'), ('BASE', now())",
  )
  await recordBackupSuccess(url, 'WAL', new Date())
  // A process that ends may record an earlier time. That changes nothing.
  await recordBackupSuccess(url, 'WAL', new Date(Date.now() - 3_600_000))
  expect((await backupState(db())).archiveAge).toBeCloseTo(0, -1)
})
