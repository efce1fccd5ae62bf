import { type Actor, actorText } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'

/**
 * Adds a remark to an order's timeline (`order_events`), for its member and staff. The order's status stays as it is.
 */
export async function addRemark(db: Db, actor: Actor, remark: { orderId: number; reason: string }): Promise<void> {
  await db.rows(
    `INSERT INTO order_events (order_id, from_status, to_status, actor, reason, remains)
     SELECT id, status, status, $2, $3, remains FROM orders WHERE id = $1`,
    [remark.orderId, actorText(actor), remark.reason],
  )
}
