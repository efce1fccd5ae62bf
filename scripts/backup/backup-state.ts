import pg from 'pg'

export type BackupKind = 'BASE' | 'WAL'

// Replaces a stored time that is in the future, which was recorded while the clock was ahead. Otherwise the archive
// would look complete up to the future time.
const succeededSql = `
  INSERT INTO backup_states (kind, succeeded_at, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (kind) DO UPDATE SET
    succeeded_at = greatest(least(backup_states.succeeded_at, now()), excluded.succeeded_at),
    bytes = coalesce(excluded.bytes, backup_states.bytes)`

const failedSql = `
  INSERT INTO backup_states (kind, failed_at, failure) VALUES ($1, now(), $2)
  ON CONFLICT (kind) DO UPDATE SET failed_at = excluded.failed_at, failure = excluded.failure`

async function write(url: string, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql, values)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Records, for staff, that everything committed until `until` can be restored. */
export const recordBackupSuccess = (
  url: string,
  kind: BackupKind,
  until: Date,
  bytes: number | null = null,
): Promise<void> => write(url, succeededSql, [kind, until, bytes])

/** Records, for staff, why a backup failed; does nothing if the database can't be reached. */
export const recordBackupFailure = (url: string, kind: BackupKind, failure: string): Promise<void> =>
  write(url, failedSql, [kind, failure.slice(0, 500)]).catch(() => undefined)
