import type { Db } from '#lib/core/db.ts'
import { refillUnderWay } from './errors.ts'

/** Of the orders with these ids, the ids of those with an open refill request that a provider has or is to be sent. */
export async function ordersBeingRefilled(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ id: number }>(
    `SELECT order_id AS id FROM order_requests
     WHERE order_id = ANY ($1::int[]) AND kind = 'REFILL' AND closed_at IS NULL AND provider_id IS NOT NULL`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses to give points of an order back while a refill of it is with a provider, or waits to be sent to one: the same
 * quantity would be both delivered again and refunded. Lock the order first; a refill is asked for under the same lock.
 * @throws CONFLICT
 */
export async function refuseWhileRefilled(tx: Db, orderId: number): Promise<void> {
  if ((await ordersBeingRefilled(tx, [orderId])).size > 0) throw refillUnderWay()
}
