import type { StaffActor } from '#lib/audit/actor.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { transitionRefused } from '#lib/orders/errors.ts'
import { unsentOrder } from '#lib/orders/rules.ts'
import { providerOrderIdTaken, sendingOutcomeAlreadyKnown } from '../errors.ts'
import { deliveryNotes } from '../labels.ts'
import { releaseOrderStatement } from './finish-attempt.ts'

type FoundOrder = { orderId: number; providerOrderId: string }

/**
 * Resolves an attempt of unknown outcome as sent, because staff found the order at the provider, with the order id
 * `providerOrderId`. From now on the worker polls the order's status.
 * @throws CONFLICT the outcome is no longer unknown, or the provider's id belongs to another order
 */
export async function resolveAttemptAsSent(
  tx: Db,
  actor: StaffActor,
  { orderId, providerOrderId }: FoundOrder,
): Promise<void> {
  try {
    const resolved = await tx.rows(
      `UPDATE provider_attempts SET outcome = 'SENT', provider_order_id = $2, next_poll_at = now()
       WHERE order_id = $1 AND outcome = 'UNKNOWN' RETURNING id`,
      [orderId, providerOrderId],
    )
    if (resolved.length === 0) throw sendingOutcomeAlreadyKnown()
  } catch (error) {
    if (isViolationOf(error, 'provider_attempts_provider_id_provider_order_id_key')) throw providerOrderIdTaken()
    throw error
  }
  await addRemark(tx, actor, { orderId, reason: deliveryNotes.foundSent })
}

/**
 * Resolves an attempt of unknown outcome as not sent, because staff found that the provider doesn't have the order. If
 * the order is still PENDING, it is sent again; if staff were wrong, it is then delivered twice.
 * @throws CONFLICT the outcome is no longer unknown
 */
export async function resolveAttemptAsUnsent(
  tx: Db,
  actor: StaffActor,
  { orderId }: Pick<FoundOrder, 'orderId'>,
): Promise<void> {
  const resolved = await tx.rows(
    `UPDATE provider_attempts SET outcome = 'UNSENT', retry_at = 'epoch' WHERE order_id = $1 AND outcome = 'UNKNOWN' RETURNING id`,
    [orderId],
  )
  if (resolved.length === 0) throw sendingOutcomeAlreadyKnown()
  await tx.rows(releaseOrderStatement, [orderId])
  await addRemark(tx, actor, { orderId, reason: deliveryNotes.foundUnsent })
}

/**
 * Makes an order due for another attempt at once, after staff resolved its task DELIVERY_REFUSED. A provider had
 * refused it for a reason that the shop didn't recognize, or because of the shop's key or account there.
 */
export async function retryRefusedOrder(tx: Db, orderId: number): Promise<void> {
  await tx.rows("UPDATE provider_attempts SET retry_at = 'epoch' WHERE order_id = $1 AND outcome = 'UNSENT'", [orderId])
}

/**
 * Lets an order be sent over routes that cost more than it was sold for. Staff decided so, because no other route was
 * left. An order without any attempt is marked as tried, because untried orders are claimed by their price only
 * (`claimOrders`).
 * @throws CONFLICT the order doesn't wait for sending any more
 */
export async function allowAnyCost(tx: Db, orderId: number): Promise<void> {
  const freed = await tx.rows(
    `UPDATE orders o SET any_cost = true, tried_at = coalesce(tried_at, now()) WHERE id = $1 AND ${unsentOrder.sql('o')} RETURNING id`,
    [orderId],
  )
  if (freed.length === 0) throw transitionRefused()
}

/**
 * Ends a provider's pause, which failures or a lack of funds have caused. All orders that wait for another attempt at
 * this provider become due at once, whatever they wait for.
 */
export async function resumeProvider(tx: Db, providerId: number): Promise<void> {
  await tx.rows('UPDATE providers SET failures = 0, paused_until = NULL, no_funds_until = NULL WHERE id = $1', [
    providerId,
  ])
  await tx.rows(
    `UPDATE provider_attempts SET retry_at = 'epoch'
     WHERE provider_id = $1 AND outcome IN ('NO_FUNDS', 'UNSENT') AND retry_at > now()`,
    [providerId],
  )
}
