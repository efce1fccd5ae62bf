import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { callProvider, type ReplyLimits, type Upstream } from '#lib/providers/call-provider.ts'
import { noteProviderFailure, noteProviderHealthy } from '#lib/providers/health/note-health.ts'
import { type ClaimedRequest, claimRequests, providersOfWaitingRequests } from './claim-requests.ts'
import { fileRequestTask } from './file-request-task.ts'
import { finishRequestAttempt } from './finish-request-attempt.ts'
import { type RequestSendingOutcome, readRequestReply } from './read-reply.ts'

/**
 * A request claimed longer ago than this isn't sent: this process may have been suspended meanwhile, and another
 * process may have marked the attempt as UNKNOWN.
 */
const STALE_CLAIM_MS = 5_000

async function sendToProvider(
  upstream: Upstream,
  { kind, providerOrderId, claimedAt }: ClaimedRequest,
  limits: ReplyLimits,
): Promise<RequestSendingOutcome> {
  if (performance.now() - claimedAt > STALE_CLAIM_MS)
    return { outcome: 'UNSENT', error: 'the sender had stopped for a while', retryIn: 0 }
  const fields: Record<string, string> =
    kind === 'REFILL' ? { action: 'refill', order: providerOrderId } : { action: 'cancel', orders: providerOrderId }
  return readRequestReply(kind, await callProvider(upstream, fields, limits))
}

/** Sends one claimed request once and records the outcome. Logs errors instead of throwing them. */
async function sendRequest(
  db: Database,
  upstream: Upstream,
  claimed: ClaimedRequest,
  limits: ReplyLimits,
): Promise<void> {
  try {
    const sending = await sendToProvider(upstream, claimed, limits)
    const isRecorded = await finishRequestAttempt(db, claimed, sending)
    // Staff had settled the attempt before the provider's acceptance arrived, so the request may be sent, and
    // fulfilled, twice: files a task for staff.
    if (!isRecorded && sending.outcome === 'SENT') await fileRequestTask(db, { ...claimed, cause: 'TWICE' })
    if ('providerFault' in sending && sending.providerFault) await noteProviderFailure(db, upstream.id, sending.error)
    else await noteProviderHealthy(db, upstream.id, false)
  } catch (error) {
    // The attempt still has no outcome; `markAbandonedAttempts` will mark it as UNKNOWN.
    log.error('a request’s sending could not be settled', { error, requestId: claimed.requestId })
  }
}

export type SendRequestsOptions = ReplyLimits & {
  /** Maximum number of requests claimed per provider in one call. */
  maxRequests?: number
}

/**
 * Claims requests that wait to be sent, at most `maxRequests` for each provider that isn't paused, and sends them.
 * Returns one promise per request, which resolves when the request's outcome is recorded or an error was logged.
 */
export async function sendRequests(
  db: Database,
  { maxRequests = 4, ...limits }: SendRequestsOptions = {},
): Promise<Promise<void>[]> {
  const sends: Promise<void>[] = []
  for (const upstream of await providersOfWaitingRequests(db)) {
    const claims = await claimRequests(db, { providerId: upstream.id, maxRequests })
    for (const claimed of claims) sends.push(sendRequest(db, upstream, claimed, limits))
  }
  return sends
}

/** Seconds after which a running attempt counts as abandoned; no HTTP request can take this long. */
const ABANDONED_AFTER_SECONDS = 120

/**
 * Marks attempts as UNKNOWN that have been running for two minutes: their process was probably killed during the HTTP
 * request. Staff must then find out whether the provider has the request. Handles at most 500 per call; returns their
 * number.
 */
export async function markAbandonedAttempts(db: Database, abandonedAfter = ABANDONED_AFTER_SECONDS): Promise<number> {
  const abandoned = await db.rows<Omit<ClaimedRequest, 'claimedAt' | 'providerOrderId'>>(
    `SELECT a.id AS attempt_id, a.request_id, q.order_id, q.kind, a.provider_id
     FROM request_attempts a JOIN order_requests q ON q.id = a.request_id
     WHERE a.outcome IS NULL AND a.started_at < now() - $1::float8 * interval '1 second' ORDER BY a.id LIMIT 500`,
    [abandonedAfter],
  )
  for (const attempt of abandoned)
    await finishRequestAttempt(db, attempt, { outcome: 'UNKNOWN', error: 'its sender ended before the answer came' })
  return abandoned.length
}
