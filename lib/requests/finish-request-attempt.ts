import { worker } from '#lib/audit/actor.ts'
import { type Database, type Db, isViolationOf } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { closeRequest } from './close-request.ts'
import { dropUnknownRequestTask, fileRequestTask, fileUnknownRequestTask } from './file-request-task.ts'
import { providerRefusalTexts, type RequestKind, requestNotes } from './labels.ts'
import type { RequestSendingOutcome } from './read-reply.ts'

/** An attempt to send a request to a provider. */
export type RequestAttempt = {
  attemptId: number
  requestId: number
  orderId: number
  kind: RequestKind
  providerId: number
}

// Updates an attempt only if it is running or its outcome is UNKNOWN. An outcome that staff or an earlier response has
// settled must not change.
const finishStatement = `
  UPDATE request_attempts SET outcome = $2, finished_at = now(), error = $3,
    retry_at = now() + $4::float8 * interval '1 second'
  WHERE id = $1 AND (outcome IS NULL OR (outcome = 'UNKNOWN' AND $2 <> 'UNKNOWN')) RETURNING id`

/** Seconds after a provider accepted a refill until its status is polled for the first time. */
const FIRST_POLL_SECONDS = 5

const markSentStatement = `
  UPDATE order_requests SET state = 'SENT', sent_at = now(), remote_id = $2,
    next_poll_at = CASE WHEN $2::text IS NOT NULL THEN now() + ${FIRST_POLL_SECONDS} * interval '1 second' END
  WHERE id = $1 AND state = 'ASKED' RETURNING id`

/** Marks a request as SENT, because its provider has accepted it. Does nothing if the request was closed meanwhile. */
export async function markRequestSent(
  tx: Db,
  { requestId, orderId, kind }: Omit<RequestAttempt, 'attemptId' | 'providerId'>,
  remoteId: string | null,
): Promise<void> {
  const changedRows = await tx.rows(markSentStatement, [requestId, remoteId])
  if (changedRows.length > 0) await addRemark(tx, worker, { orderId, reason: requestNotes.sent[kind] })
}

/**
 * Applies the outcome of an attempt to its request: marks the request as sent, closes it, or leaves it to staff. An
 * UNKNOWN outcome becomes a task for staff; after UNSENT the request waits to be sent again.
 */
async function applyOutcome(tx: Db, attempt: RequestAttempt, sending: RequestSendingOutcome): Promise<void> {
  const { requestId } = attempt
  if (sending.outcome === 'UNKNOWN') return fileUnknownRequestTask(tx, { ...attempt, error: sending.error })
  await dropUnknownRequestTask(tx, requestId)
  if (sending.outcome === 'SENT') return markRequestSent(tx, attempt, sending.remoteId)
  if (sending.outcome === 'UNSENT') return
  if ('cause' in sending) return leaveToStaff(tx, attempt, sending)
  await closeRequest(tx, worker, { requestId, state: 'REFUSED', reason: providerRefusalTexts[sending.reason] })
}

/**
 * Leaves a request that its provider doesn't fulfil to staff: files a task, and clears the request's provider so that
 * it is neither sent nor polled again. Does nothing if the request was closed meanwhile.
 */
async function leaveToStaff(
  tx: Db,
  attempt: RequestAttempt,
  { cause, error }: Extract<RequestSendingOutcome, { cause: unknown }>,
): Promise<void> {
  const changedRows = await tx.rows(
    "UPDATE order_requests SET provider_id = NULL WHERE id = $1 AND state = 'ASKED' RETURNING id",
    [attempt.requestId],
  )
  if (changedRows.length > 0) await fileRequestTask(tx, { ...attempt, cause, error })
}

/**
 * Records the outcome of an attempt and applies it to the request, in one transaction. Returns false, and changes
 * nothing, if staff or an earlier response has settled the attempt.
 */
export async function finishRequestAttempt(
  db: Database,
  attempt: RequestAttempt,
  sending: RequestSendingOutcome,
): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      // Locks the order before the request, in the same sequence as a transition of the order, whose triggers close its
      // requests; otherwise the two could deadlock.
      await tx.rows('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [attempt.orderId])
      const error = 'error' in sending ? sending.error : null
      const retryIn = 'retryIn' in sending ? sending.retryIn : null
      const finished = await tx.rows(finishStatement, [attempt.attemptId, sending.outcome, error, retryIn])
      if (finished.length === 0) return false
      await applyOutcome(tx, attempt, sending)
      return true
    })
  } catch (error) {
    if (!isViolationOf(error, 'order_requests_remote_idx') || sending.outcome !== 'SENT') throw error
    // The provider responded with the refill id of another request, so staff must find out whether it accepted this
    // request.
    return finishRequestAttempt(db, attempt, {
      outcome: 'UNKNOWN',
      error: `refill id ${sending.remoteId} was given before`,
    })
  }
}
