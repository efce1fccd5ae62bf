import type { ConnectionKind } from '#lib/connections/labels.ts'
import { type DecryptedConnection, readConnection } from '#lib/connections/read-connection.ts'
import { recordFailure, recordSuccess, recordUnreadableSecrets } from '#lib/connections/record-outcome.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import type { SourceKind } from './labels.ts'
import { depositSourceOf } from './registry.ts'
import { type DepositSource, SourceError, type UnsettledReason } from './source.ts'

/** Outcome of a request to an outside service: the value that the adapter returned, or why the request failed. */
export type SourceOutcome<T> = { is: 'DONE'; value: T } | { is: 'FAILED'; error: SourceError }

const notConnected = new SourceError('KEY', '연결이 없어요. 값을 다시 등록해 주세요.')

/**
 * Opens the stored connection. Returns an error if there is none or its secrets can't be decrypted, which is recorded.
 */
async function connectionOrError<K extends ConnectionKind>(
  db: Database,
  kind: K,
): Promise<DecryptedConnection<K> | SourceError> {
  try {
    return (await readConnection(db, kind)) ?? notConnected
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await recordUnreadableSecrets(db, kind)
    return new SourceError('KEY', error.message)
  }
}

/**
 * Records on the connection that a request failed. If the outside service refused this one request (REFUSED), the
 * connection works, so a success is recorded. If the service is busy (BUSY), nothing is recorded.
 */
async function recordError(
  db: Database,
  connection: DecryptedConnection,
  { fault, sentence }: SourceError,
): Promise<void> {
  if (fault === 'REFUSED') await recordSuccess(db, connection)
  else if (fault !== 'BUSY') await recordFailure(db, connection, sentence)
}

/**
 * Sends a request to an outside service through its stored connection, and records on the connection whether it works.
 * By default, any value that the request returns shows that the connection works. If a value doesn't show this,
 * `unsettledOf` returns an error, which is recorded like that of a failed request, or 'UNFINISHED', for which nothing
 * is recorded.
 */
export async function requestOutsideService<K extends ConnectionKind, T>(
  db: Database,
  kind: K,
  request: (connection: DecryptedConnection<K>) => Promise<T>,
  unsettledOf: (value: T) => UnsettledReason | undefined = () => undefined,
): Promise<SourceOutcome<T>> {
  const connection = await connectionOrError(db, kind)
  if (connection instanceof SourceError) return { is: 'FAILED', error: connection }
  try {
    const value = await request(connection)
    const unsettled = unsettledOf(value)
    if (unsettled instanceof SourceError) await recordError(db, connection, unsettled)
    else if (unsettled === undefined) await recordSuccess(db, connection)
    return { is: 'DONE', value }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await recordError(db, connection, error)
    return { is: 'FAILED', error }
  }
}

/** Sends a request to a deposit source, as `requestOutsideService` does. */
export async function requestDepositSource<T>(
  db: Database,
  kind: SourceKind,
  request: (source: DepositSource, connection: DecryptedConnection<SourceKind>) => Promise<T>,
  unsettledOf?: (value: T) => UnsettledReason | undefined,
): Promise<SourceOutcome<T>> {
  return requestOutsideService(db, kind, (connection) => request(depositSourceOf(kind), connection), unsettledOf)
}
