import type { Db } from '#lib/core/db.ts'

/**
 * Makes the deliveries due that waited for the end of a webhook's pause. `pausedUntil` is the time at which the pause
 * would have ended; a delivery whose next attempt was planned for a later time keeps that time. Call this in the
 * transaction that ends the pause, after locking the webhook.
 */
export async function makePausedDeliveriesDue(
  tx: Db,
  memberId: number,
  pausedUntil: Date | null | undefined,
): Promise<void> {
  if (!pausedUntil) return
  await tx.rows(
    `UPDATE webhook_deliveries SET next_try_at = now()
     WHERE member_id = $1 AND state = 'PENDING' AND next_try_at > now() AND next_try_at <= $2::timestamptz`,
    [memberId, pausedUntil],
  )
}
