import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { checkFailed, notCheckable } from '#lib/connections/errors.ts'
import type { ConnectionKind } from '#lib/connections/labels.ts'
import { noteFails, noteWorks } from '#lib/connections/note-outcome.ts'
import { type OpenConnection, requireConnection } from '#lib/connections/open-connection.ts'
import { connectionForStaff } from '#lib/connections/queries.ts'
import type { ConnectionRow } from '#lib/connections/schema.ts'
import type { Database } from '#lib/core/db.ts'
import { isSourceKind } from '#lib/deposits/sources/labels.ts'
import { sourceOf } from '#lib/deposits/sources/registry.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'

/** Asks a service whether it accepts the connection's values. Returns the Korean sentence if it doesn't, else null. */
type Check = (connection: OpenConnection) => Promise<string | null>

/** How a connection is checked; null while no part of the shop uses it. */
function checkOf(kind: ConnectionKind): Check | null {
  const source = isSourceKind(kind) ? sourceOf(kind) : undefined
  if (!source) return null
  return async (connection) => {
    try {
      await source.check(connection as Parameters<typeof source.check>[0])
      return null
    } catch (error) {
      if (error instanceof SourceError) return error.sentence
      throw error
    }
  }
}

/**
 * Asks a service whether it accepts the stored values, and stores the outcome.
 * @throws CONFLICT the shop isn't connected, or the service refuses or doesn't answer; the message says what to do
 */
export async function checkConnection(
  db: Database,
  actor: StaffActor,
  { kind }: { kind: ConnectionKind },
): Promise<ConnectionRow> {
  const check = checkOf(kind)
  if (!check) throw notCheckable(kind)
  const connection = await requireConnection(db, kind)
  const sentence = await check(connection)
  if (sentence === null) await noteWorks(db, connection, { checked: true })
  else await noteFails(db, connection, sentence)
  await recordAudit(db, actor, {
    action: 'connection.check',
    subjectType: 'connection',
    subjectId: kind,
    after: { works: sentence === null, ...(sentence !== null && { error: sentence }) },
  })
  if (sentence !== null) throw checkFailed(sentence)
  return connectionForStaff(db, kind)
}
