import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { decryptSecrets } from './connection-key.ts'
import { connectionSecretsUnreadable } from './errors.ts'
import type { ConnectionKind } from './labels.ts'
import type { DecryptedConnection } from './read-connection.ts'

/** How many minutes a connection must have been failing before a task is filed. */
export const MINUTES_FAILING_UNTIL_TASK = 15

type UsedConnection = Pick<DecryptedConnection, 'id' | 'kind' | 'sealed'>

/**
 * Records that the outside service accepted a request of this connection: ends the connection's failures and closes its
 * task. The connection becomes verified when the real service accepts a request for the first time. Without `checked`,
 * writes only if something changes; with `checked`, also updates the time of the last check.
 */
export async function recordSuccess(db: Db, { id, sealed }: UsedConnection, { checked = false } = {}): Promise<void> {
  const changed = await db.rows(
    `UPDATE connections SET failures = 0, error = NULL, failing_since = NULL, checked_at = now(),
       verified_at = CASE WHEN is_real THEN coalesce(verified_at, now()) END
     WHERE id = $1 AND secrets = $2
       AND ($3::boolean OR error IS NOT NULL OR checked_at IS NULL OR (is_real AND verified_at IS NULL)) RETURNING id`,
    [id, sealed, checked],
  )
  if (changed.length > 0) await dropTasks(db, { kinds: ['CONNECTION_DOWN'], refType: 'connection', refId: id })
}

/**
 * Records that a request of this connection failed. `sentence` is a Korean text about the cause and what to do. Once
 * the connection has been failing for MINUTES_FAILING_UNTIL_TASK, files a task, unless one is open.
 */
export async function recordFailure(db: Db, { id, kind, sealed }: UsedConnection, sentence: string): Promise<void> {
  const [row] = await db.rows<{ isTaskDue: boolean }>(
    `UPDATE connections SET failures = failures + 1, error = $3, failing_since = coalesce(failing_since, now()),
       checked_at = now()
     WHERE id = $1 AND secrets = $2
     RETURNING failing_since <= now() - $4 * interval '1 minute' AS is_task_due`,
    [id, sealed, sentence, MINUTES_FAILING_UNTIL_TASK],
  )
  if (!row?.isTaskDue) return
  const detail = { connection: kind, error: sentence }
  await fileTask(db, { kind: 'CONNECTION_DOWN', refType: 'connection', refId: id, detail })
}

/**
 * Records a failure of a connection whose stored secrets can't be decrypted, because AUTH_SECRET has changed. No
 * request is sent in this case, so none can fail. Without this record nobody would notice that the shop no longer uses
 * the outside service.
 */
export async function recordUnreadableSecrets(db: Db, kind: ConnectionKind): Promise<void> {
  const [row] = await db.rows<{ id: number; sealed: Buffer }>(
    'SELECT id, secrets AS sealed FROM connections WHERE kind = $1',
    [kind],
  )
  if (row && !decryptSecrets(row.sealed))
    await recordFailure(db, { ...row, kind }, connectionSecretsUnreadable().message)
}
