import { checkSolapi } from '#lib/alimtalk/check-solapi.ts'
import { checkPortone, type PortoneConnection } from '#lib/card-payments/portone.ts'
import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { depositSourceOf } from '#lib/deposits/sources/registry.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'

/**
 * Asks an outside service whether it accepts the values of a connection. Returns null if it accepts them, otherwise a
 * Korean sentence that says what to do.
 */
type Check = (connection: DecryptedConnection) => Promise<string | null>

/** Makes a Check from a function that throws a SourceError if the outside service refuses the values. */
const checkBy =
  (check: (connection: DecryptedConnection) => Promise<void>): Check =>
  async (connection) => {
    try {
      await check(connection)
      return null
    } catch (error) {
      if (error instanceof SourceError) return error.sentence
      throw error
    }
  }

/** Returns the check for connections of this kind. */
export function connectionCheckFor(kind: ConnectionKind): Check {
  if (kind === 'solapi') return (connection) => checkSolapi(connection as DecryptedConnection<'solapi'>)
  if (kind === 'portone') return checkBy((connection) => checkPortone(connection as PortoneConnection))
  const source = depositSourceOf(kind)
  return checkBy((connection) => source.check(connection as Parameters<typeof source.check>[0]))
}
