import { readConnection } from '#lib/connections/read-connection.ts'
import type { Database } from '#lib/core/db.ts'
import { forgedWebhook, unknownDepositSource, unreadableWebhook } from './errors.ts'
import type { SourceKind } from './labels.ts'
import { depositSourceOf } from './registry.ts'
import {
  ForgedWebhook,
  type ReceivedWebhook,
  type SourceWebhook,
  UnreadableWebhook,
  type WebhookAnswer,
} from './source.ts'

// Stores a report. If $4 is true, only reports about registered charges count: a report is stored only if a charge is
// registered under its id. A report that was denied or given up before becomes due again, because the first webhook may
// have been sent too early, even by a stranger.
const storeReportSql = `
  INSERT INTO source_reports AS r (connection, remote_id, content) SELECT $1, $2, $3::jsonb
  WHERE NOT $4::boolean
    OR EXISTS (SELECT FROM source_registrations x WHERE x.order_number = $2 AND x.connection = $1)
    OR EXISTS (SELECT FROM source_registrations x WHERE x.connection = $1 AND x.remote_id = $2)
  ON CONFLICT (connection, remote_id) DO UPDATE SET state = 'WAITING', attempts = 0, answers = 0, next_try_at = now(), error = NULL
    WHERE r.state IN ('DENIED', 'GIVEN_UP')`

/** Runs an adapter's `receive`, and converts its errors to the error codes of the call. */
function receiveOrThrow(receive: () => ReceivedWebhook): ReceivedWebhook {
  try {
    return receive()
  } catch (error) {
    if (error instanceof ForgedWebhook) throw forgedWebhook()
    if (error instanceof UnreadableWebhook) throw unreadableWebhook()
    throw error
  }
}

/**
 * Receives a deposit source's webhook: verifies it, stores its reports, and returns the response that the source
 * requires. Credits nothing and sends no request: the worker asks the source about the reports later.
 * @throws NOT_FOUND the source has no webhooks or isn't connected; UNAUTHENTICATED; BAD_INPUT; all errors of
 * `readConnection`
 */
export async function receiveWebhook(
  db: Database,
  { kind, webhook }: { kind: SourceKind; webhook: SourceWebhook },
): Promise<WebhookAnswer> {
  const source = depositSourceOf(kind)
  const connection = source.receive && (await readConnection(db, kind))
  if (!source.receive || !connection) throw unknownDepositSource()
  const { receive, reportsOrdersOnly = false } = source
  const { answer, reports } = receiveOrThrow(() => receive(connection, webhook))
  for (const { id, content } of reports)
    await db.rows(storeReportSql, [kind, id, JSON.stringify(content), reportsOrdersOnly])
  return answer
}
