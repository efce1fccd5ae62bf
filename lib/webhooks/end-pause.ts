import type { Db } from '#lib/core/db.ts'

/**
 * Makes those of a member's waiting deliveries due that wait for the end of his webhook's pause. What is to be tried
 * again only after `pausedUntil`, the end that the pause had, keeps its time. Call it in the transaction that ends the
 * pause, after it has locked the webhook.
 */
export async function makePausedDue(tx: Db, memberId: number, pausedUntil: Date | null | undefined): Promise<void> {
  if (!pausedUntil) return
  await tx.rows(
    `UPDATE webhook_deliveries SET next_try_at = now()
     WHERE member_id = $1 AND state = 'PENDING' AND next_try_at > now() AND next_try_at <= $2::timestamptz`,
    [memberId, pausedUntil],
  )
}
