import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { backupState } from './queries/backup-state.ts'
import { metricsText } from './write-metrics.ts'

test('staff and Prometheus see how old the backups are, and that there are none', async () => {
  expect(await backupState(db())).toEqual({ baseAge: null, archiveAge: null, isTried: false })
  expect(await metricsText(db())).not.toContain('shop_backup_age_seconds{')
  await ownerDatabase().rows(
    `INSERT INTO backup_states (kind, succeeded_at, failed_at) VALUES ('BASE', now() - interval '2 hours', NULL),
       ('WAL', NULL, now())`,
  )
  expect(await backupState(db())).toEqual({ baseAge: expect.closeTo(7_200, -1), archiveAge: null, isTried: true })
  expect(await metricsText(db())).toMatch(/^shop_backup_age_seconds\{kind="base"\} 720\d/m)
  // With the age +Inf, alert rules about the age of backups also fire for a kind of backup that has never succeeded.
  expect(await metricsText(db())).toContain('shop_backup_age_seconds{kind="wal"} +Inf\n')
})
