import { type Db, oneRow } from '#lib/core/db.ts'

/**
 * Seconds since the last copy of the database, and since the last archived change; null if there is none. `isTried` is
 * false if no backup has ever been tried, so none is set up.
 */
export type BackupState = { baseAge: number | null; archiveAge: number | null; isTried: boolean }

// The rows of backup_states are written by scripts/backup.ts.
const backupStateQuery = `
  SELECT (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'BASE') AS base_age,
    (SELECT extract(epoch FROM now() - succeeded_at)::int FROM backup_states WHERE kind = 'WAL') AS archive_age,
    EXISTS (SELECT FROM backup_states) AS is_tried`

export const backupState = (db: Db): Promise<BackupState> => oneRow<BackupState>(db, backupStateQuery)
