import { type Db, oneRow } from '#lib/core/db.ts'

/** Seconds since the last copy of the database, and since the last archived change; null if there is none. */
export type BackupState = { baseAge: number | null; archiveAge: number | null }

// scripts/backup.ts writes the rows.
const backupStateQuery = `
  SELECT (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'BASE') AS base_age,
    (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'WAL') AS archive_age`

export const backupState = (db: Db): Promise<BackupState> => oneRow<BackupState>(db, backupStateQuery)
