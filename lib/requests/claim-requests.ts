import type { Db } from '#lib/core/db.ts'
import type { Upstream } from '#lib/providers/call-provider.ts'
import { unpausedProvider } from '#lib/providers/rules.ts'
import type { RequestKind } from './labels.ts'

/**
 * A request that this process has claimed and may send. Its attempt is stored before the HTTP request to the provider.
 */
export type ClaimedRequest = {
  attemptId: number
  requestId: number
  orderId: number
  kind: RequestKind
  providerId: number
  /** The provider's id of the order. */
  providerOrderId: string
  /**
   * When the request was claimed, in milliseconds of the monotonic clock; a request claimed too long ago isn't sent any
   * more.
   */
  claimedAt: number
}

/** SQL for the columns of a provider `p` that an `Upstream` has. */
const upstreamColumns = 'p.id, p.api_url, p.encrypted_key, p.dialect'

/** Providers for which requests wait to be sent, except providers paused after failures. */
export const providersOfWaitingRequests = (db: Db): Promise<Upstream[]> =>
  db.rows(`SELECT ${upstreamColumns} FROM providers p WHERE ${unpausedProvider.sql('p')}
    AND EXISTS (SELECT FROM order_requests q WHERE q.provider_id = p.id AND q.state = 'ASKED') ORDER BY p.id`)

// Claiming a request stores an attempt to send it. For each request, a unique index allows only one attempt that is
// running or has the outcome SENT or UNKNOWN. So two workers can't both send a request: the second worker inserts
// nothing. A request is claimed if it has no attempt yet, or if all its attempts are UNSENT and due for a retry.
const claimStatement = `
  WITH due AS (
    SELECT q.id, q.order_id, q.kind FROM order_requests q
    WHERE q.provider_id = $1 AND q.state = 'ASKED' AND NOT EXISTS (
      SELECT FROM request_attempts a WHERE a.request_id = q.id AND coalesce(a.retry_at, 'infinity') > now())
    ORDER BY q.id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), attempt AS (
    INSERT INTO request_attempts (request_id, provider_id) SELECT id, $1 FROM due ORDER BY id
    ON CONFLICT (request_id) WHERE outcome IS NULL OR outcome IN ('SENT', 'UNKNOWN') DO NOTHING
    RETURNING id AS attempt_id, request_id
  )
  SELECT attempt.attempt_id, attempt.request_id, due.order_id, due.kind, $1::int AS provider_id, a.provider_order_id
  FROM attempt JOIN due ON due.id = attempt.request_id
  JOIN provider_attempts a ON a.order_id = due.order_id AND a.provider_id = $1 AND a.outcome = 'SENT'
  ORDER BY attempt.request_id`

/** Claims at most `maxRequests` requests that wait for this provider, the oldest first, and stores their attempts. */
export async function claimRequests(
  db: Db,
  { providerId, maxRequests }: { providerId: number; maxRequests: number },
): Promise<ClaimedRequest[]> {
  const rows = await db.rows<Omit<ClaimedRequest, 'claimedAt'>>(claimStatement, [providerId, maxRequests])
  const claimedAt = performance.now()
  return rows.map((row) => ({ ...row, claimedAt }))
}
