import type { StaffActor } from '#lib/audit/actor.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { refillIdTaken, requestOutcomeKnown } from './errors.ts'
import { markRequestSent } from './finish-request-attempt.ts'
import { type RequestKind, requestUnsentNote } from './labels.ts'

/** A request that a task is about. */
type RequestOfTask = { requestId: number; orderId: number; kind: RequestKind }

/** Sets the outcome of the request's attempt whose outcome is UNKNOWN. @throws CONFLICT the outcome is known by now */
async function settleAttempt(tx: Db, requestId: number, outcome: 'SENT' | 'UNSENT'): Promise<void> {
  const settled = await tx.rows(
    `UPDATE request_attempts SET outcome = $2, retry_at = CASE WHEN $2 = 'UNSENT' THEN 'epoch'::timestamptz END
     WHERE request_id = $1 AND outcome = 'UNKNOWN' RETURNING id`,
    [requestId, outcome],
  )
  if (settled.length === 0) throw requestOutcomeKnown()
}

/** Reads the request that a task is about; null if it doesn't exist. */
export async function requestOfTask(tx: Db, requestId: number): Promise<RequestOfTask | null> {
  const [row] = await tx.rows<RequestOfTask>(
    'SELECT id AS request_id, order_id, kind FROM order_requests WHERE id = $1',
    [requestId],
  )
  return row ?? null
}

/**
 * Resolves an attempt of unknown outcome as SENT, because staff found the request at the provider. `remoteId`: the
 * provider's id of a refill, by which it is polled from now on.
 * @throws CONFLICT the outcome is known by now, or the id belongs to another request
 */
export async function resolveRequestAsSent(tx: Db, request: RequestOfTask, remoteId: string): Promise<void> {
  try {
    await settleAttempt(tx, request.requestId, 'SENT')
    await markRequestSent(tx, request, request.kind === 'REFILL' ? remoteId : null)
  } catch (error) {
    if (isViolationOf(error, 'order_requests_remote_idx')) throw refillIdTaken()
    throw error
  }
}

/**
 * Resolves an attempt of unknown outcome as UNSENT, because staff found that the provider doesn't have the request. The
 * request is then sent again, unless it has ended.
 * @throws CONFLICT the outcome is known by now
 */
export async function resolveRequestAsUnsent(tx: Db, actor: StaffActor, request: RequestOfTask): Promise<void> {
  await settleAttempt(tx, request.requestId, 'UNSENT')
  await addRemark(tx, actor, { orderId: request.orderId, reason: requestUnsentNote })
}
