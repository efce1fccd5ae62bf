import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { connectionCheckFailed } from '#lib/connections/errors.ts'
import type { ConnectionKind } from '#lib/connections/labels.ts'
import { connectionForStaff } from '#lib/connections/queries.ts'
import { requireConnection } from '#lib/connections/read-connection.ts'
import { recordFailure, recordSuccess } from '#lib/connections/record-outcome.ts'
import type { ConnectionRow } from '#lib/connections/schema.ts'
import type { Database } from '#lib/core/db.ts'
import { connectionCheckFor } from './connection-check.ts'

/**
 * Asks an outside service whether it accepts the connection's stored values, and stores the outcome.
 * @throws CONFLICT the shop isn't connected, the stored secrets can't be decrypted, or the service refuses or doesn't
 * answer; the message says what to do
 */
export async function checkConnection(
  db: Database,
  actor: StaffActor,
  { kind }: { kind: ConnectionKind },
): Promise<ConnectionRow> {
  const connection = await requireConnection(db, kind)
  const sentence = await connectionCheckFor(kind)(connection)
  if (sentence === null) await recordSuccess(db, connection, { checked: true })
  else await recordFailure(db, connection, sentence)
  await recordAudit(db, actor, {
    action: 'connection.check',
    subjectType: 'connection',
    subjectId: kind,
    after: { works: sentence === null, ...(sentence !== null && { error: sentence }) },
  })
  if (sentence !== null) throw connectionCheckFailed(sentence)
  return connectionForStaff(db, kind)
}
