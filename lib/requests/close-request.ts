import type { Actor, StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import { refuseOwnOrder } from '#lib/orders/refuse-own-order.ts'
import { cancelOrderFirst, requestAlreadyClosed, unknownRequest } from './errors.ts'
import { type RequestKind, requestNotes, requestRefusedNote } from './labels.ts'
import { openRequest } from './rules.ts'

/** How a request ends. `reason`: why it is refused; for DONE it may be ''. */
export type RequestEnd = { requestId: number; state: 'DONE' | 'REFUSED'; reason: string }

/**
 * Closes an open request as DONE or REFUSED and adds a note to its order's timeline. Returns false, and changes
 * nothing, if the request was already closed, for example by staff before a late response of the provider. Moves no
 * points.
 */
export async function closeRequest(tx: Db, actor: Actor, { requestId, state, reason }: RequestEnd): Promise<boolean> {
  const [closed] = await tx.rows<{ orderId: number; kind: RequestKind }>(
    `UPDATE order_requests SET state = $2, reason = nullif($3, ''), closed_at = now(), next_poll_at = NULL
     WHERE id = $1 AND ${openRequest.sql()} RETURNING order_id, kind`,
    [requestId, state, reason],
  )
  if (!closed) return false
  const { orderId, kind } = closed
  const note = state === 'DONE' ? requestNotes.done[kind] : requestRefusedNote(kind, reason)
  await addRemark(tx, actor, { orderId, reason: note })
  return true
}

/**
 * Ends a request for staff, in the transaction `tx`. Staff can't mark a cancellation as DONE: they cancel the order,
 * which refunds the points and closes the request.
 * @throws NOT_FOUND; CONFLICT the request has ended, or is a cancellation to be marked as DONE; BAD_INPUT a refusal
 * without a reason
 */
export async function answerRequestInTransaction(tx: Db, actor: StaffActor, end: RequestEnd): Promise<void> {
  const { requestId, state, reason } = end
  if (state === 'REFUSED' && reason === '') throw reasonRequired()
  const [request] = await tx.rows<{ kind: RequestKind }>('SELECT kind FROM order_requests WHERE id = $1', [requestId])
  if (!request) throw unknownRequest()
  if (request.kind === 'CANCEL' && state === 'DONE') throw cancelOrderFirst()
  if (!(await closeRequest(tx, actor, end))) throw requestAlreadyClosed()
  await recordAudit(tx, actor, {
    action: 'request.answer',
    subjectType: 'request',
    subjectId: requestId,
    after: { kind: request.kind, state },
    reason,
  })
}

/** Ends a request for staff, with an audit row. @throws OWN_ACCOUNT; what `answerRequestInTransaction` throws */
export async function answerRequest(db: Database, actor: StaffActor, end: RequestEnd): Promise<void> {
  const subject = { subjectType: 'request', subjectId: end.requestId } as const
  await refuseOwnOrder(db, actor, { action: 'request.answer', ...subject })
  await db.transaction((tx) => answerRequestInTransaction(tx, actor, end))
}
