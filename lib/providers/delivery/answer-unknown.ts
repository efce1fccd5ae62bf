import { type Db, violates } from '#lib/core/db.ts'
import { noteOrder } from '#lib/orders/note-order.ts'
import { nothingUnknown, upstreamIdTaken } from '../errors.ts'
import { deliveryNotes } from '../labels.ts'
import { release } from './finish-attempt.ts'

type Answer = { orderId: number; actor: string; providerOrderId: string }

/**
 * Staff found the order at the provider, under this id: its progress is asked about from now on.
 * @throws CONFLICT nothing is unknown about it any more, or the id is another order's
 */
export async function answerSent(tx: Db, { orderId, providerOrderId, actor }: Answer): Promise<void> {
  try {
    const answered = await tx.rows(
      `UPDATE provider_attempts SET outcome = 'SENT', provider_order_id = $2, next_poll_at = now()
       WHERE order_id = $1 AND outcome = 'UNKNOWN' RETURNING id`,
      [orderId, providerOrderId],
    )
    if (answered.length === 0) throw nothingUnknown()
  } catch (error) {
    if (violates(error, 'provider_attempts_provider_id_provider_order_id_key')) throw upstreamIdTaken()
    throw error
  }
  await noteOrder(tx, { orderId, actor, reason: deliveryNotes.foundSent })
}

/**
 * Staff found that the provider doesn't have the order: it waits again and is sent again, which is allowed only now.
 * @throws CONFLICT nothing is unknown about it any more
 */
export async function answerUnsent(tx: Db, { orderId, actor }: Omit<Answer, 'providerOrderId'>): Promise<void> {
  const answered = await tx.rows(
    `UPDATE provider_attempts SET outcome = 'UNSENT', retry_at = 'epoch' WHERE order_id = $1 AND outcome = 'UNKNOWN' RETURNING id`,
    [orderId],
  )
  if (answered.length === 0) throw nothingUnknown()
  await tx.rows(release, [orderId])
  await noteOrder(tx, { orderId, actor, reason: deliveryNotes.foundUnsent })
}

/** Retries an order at once that a provider refused for an unknown reason. */
export async function retryRefused(tx: Db, orderId: number): Promise<void> {
  await tx.rows("UPDATE provider_attempts SET retry_at = 'epoch' WHERE order_id = $1 AND outcome = 'UNSENT'", [orderId])
}

/** A provider that was left alone is asked again at once, and for the orders that it had no funds for. */
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
