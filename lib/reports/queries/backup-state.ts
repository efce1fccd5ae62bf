import { type Db, oneRow } from '#lib/core/db.ts'

/** Seconds since the database was last copied, and since the last change that is archived; null if never. */
export type BackupState = { baseAge: number | null; archiveAge: number | null }

// scripts/backup.ts writes the rows.
const backupStateQuery = `
  SELECT (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'BASE') AS base_age,
    (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'WAL') AS archive_age`

export const backupState = (db: Db): Promise<BackupState> => oneRow<BackupState>(db, backupStateQuery)
