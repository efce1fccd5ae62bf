import { worker } from '#lib/audit/actor.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { isViolationOf } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { pendingOrder } from '#lib/orders/rules.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { deliveryNotes } from '../labels.ts'
import type { SendingOutcome } from '../read-sending-outcome.ts'
import { type RemainingRoute, remainingRouteSql } from './remaining-route.ts'

export type DeliveryAttempt = { attemptId: number; orderId: number; providerId: number }

/**
 * Hours within which staff should find out whether the provider has an order of unknown outcome
 * (docs/contract.md#delivery).
 */
const UNKNOWN_DUE_HOURS = 24

// Updates only an attempt that is running or of UNKNOWN outcome: an outcome that staff or an earlier response has
// settled must not change.
const finishStatement = `
  UPDATE provider_attempts SET outcome = $2, finished_at = now(), error = $3, provider_order_id = $4,
    retry_at = now() + $5::float8 * interval '1 second',
    next_poll_at = CASE WHEN $2 = 'SENT' THEN now() + interval '1 second' END
  WHERE id = $1 AND (outcome IS NULL OR (outcome = 'UNKNOWN' AND $2 <> 'UNKNOWN')) RETURNING id`

/**
 * SQL that makes an order wait for sending again, because the provider certainly didn't accept it. Until the next
 * attempt, the member may cancel the order.
 */
export const releaseOrderStatement = `UPDATE orders SET sent_at = NULL, tried_at = now() WHERE id = $1 AND status = ${orderStatus.PENDING}`

const remainingRouteQuery = `SELECT route.* FROM orders o CROSS JOIN LATERAL ${remainingRouteSql} AS route WHERE o.id = $1`

/**
 * Locks the order if it is still PENDING. Returns false if it isn't: staff have begun or ended it while the provider
 * was being asked, and decide what becomes of it.
 */
const lockIfPending = async (tx: Db, orderId: number): Promise<boolean> =>
  (await tx.rows(`SELECT FROM orders WHERE id = $1 AND ${pendingOrder.sql()} FOR NO KEY UPDATE`, [orderId])).length > 0

/** Cancels an order that was refused on all its routes, with a full refund (docs/contract.md#delivery). */
async function cancelRefused(tx: Db, { orderId }: DeliveryAttempt): Promise<void> {
  const transition = { orderId, status: orderStatus.CANCELED, remains: null, startCount: null }
  await transitionOrder(tx, worker, { ...transition, reason: deliveryNotes.refused })
}

async function fileTaskOfUnknownOutcome(
  tx: Db,
  { attemptId, orderId, providerId }: DeliveryAttempt,
  error: string,
): Promise<void> {
  await addRemark(tx, worker, { orderId, reason: deliveryNotes.unknown })
  const detail = { attemptId, providerId, error }
  await dropTasks(tx, { kinds: ['DELIVERY_DEAR'], refType: 'order', refId: orderId })
  await fileTask(tx, { kind: 'DELIVERY_UNKNOWN', refType: 'order', refId: orderId, detail, dueIn: UNKNOWN_DUE_HOURS })
}

/** Adds a remark to the order's timeline: the order waits for another order for the same link. Adds it only once. */
async function noteWaitsForLink(tx: Db, { orderId }: DeliveryAttempt): Promise<void> {
  const reason = deliveryNotes.waitsForLink
  const earlierRemarks = await tx.rows('SELECT FROM order_events WHERE order_id = $1 AND reason = $2 LIMIT 1', [
    orderId,
    reason,
  ])
  if (earlierRemarks.length === 0) await addRemark(tx, worker, { orderId, reason })
}

/**
 * Makes an order that a provider refused wait to be sent over its next route; if that route costs too much, files a
 * task for staff. Cancels the order if no route is left. Does nothing if staff have changed the order's status.
 */
async function passOnRefused(tx: Db, attempt: DeliveryAttempt): Promise<void> {
  const { orderId } = attempt
  if (!(await lockIfPending(tx, orderId))) return
  const [left] = await tx.rows<RemainingRoute>(remainingRouteQuery, [orderId])
  if (!left) return cancelRefused(tx, attempt)
  await tx.rows(releaseOrderStatement, [orderId])
  const { tooDear, isOpen: _, ...detail } = left
  if (tooDear) await fileTask(tx, { kind: 'DELIVERY_DEAR', refType: 'order', refId: orderId, detail })
}

async function applyOutcome(
  tx: Db,
  attempt: DeliveryAttempt,
  { outcome, error = '', needsStaff, waitsForLink }: SendingOutcome,
): Promise<void> {
  const { orderId, providerId } = attempt
  if (outcome === 'UNKNOWN') return fileTaskOfUnknownOutcome(tx, attempt, error)
  await dropTasks(tx, {
    kinds: ['DELIVERY_UNKNOWN', 'DELIVERY_REFUSED', 'DELIVERY_DEAR'],
    refType: 'order',
    refId: orderId,
  })
  if (outcome === 'SENT') return
  if (outcome === 'REFUSED') return passOnRefused(tx, attempt)
  await tx.rows(releaseOrderStatement, [orderId])
  if (waitsForLink) await noteWaitsForLink(tx, attempt)
  if (needsStaff && (await lockIfPending(tx, orderId)))
    await fileTask(tx, { kind: 'DELIVERY_REFUSED', refType: 'order', refId: orderId, detail: { providerId, error } })
}

/**
 * Records the outcome of an attempt and acts on it (files a task, cancels the order or has it sent again), in one
 * transaction. Returns false, and changes nothing, if staff or an earlier response has already settled the attempt.
 */
export async function finishAttempt(db: Database, attempt: DeliveryAttempt, sending: SendingOutcome): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const { outcome, error, providerOrderId, retryIn } = sending
      const values = [attempt.attemptId, outcome, error ?? null, providerOrderId ?? null, retryIn ?? null]
      if ((await tx.rows(finishStatement, values)).length === 0) return false
      await applyOutcome(tx, attempt, sending)
      return true
    })
  } catch (cause) {
    if (!isViolationOf(cause, 'provider_attempts_provider_id_provider_order_id_key')) throw cause
    // The provider returned an id that it had given to another order. One id can't stand for two orders, so staff must
    // find out whether this order was accepted.
    const error = `order id ${sending.providerOrderId} was given before`
    return finishAttempt(db, attempt, { outcome: 'UNKNOWN', error })
  }
}
