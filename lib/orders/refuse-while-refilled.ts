import type { Db } from '#lib/core/db.ts'
import { refillUnderWay } from './errors.ts'

/** Ids, among `ids`, of the orders with an open refill request that is with a provider or waits to be sent to one. */
export async function ordersBeingRefilled(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ id: number }>(
    `SELECT order_id AS id FROM order_requests
     WHERE order_id = ANY ($1::int[]) AND kind = 'REFILL' AND closed_at IS NULL AND provider_id IS NOT NULL`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses to give back points of an order while a refill of it is with a provider or waits to be sent to one: the same
 * quantity could be both refunded and delivered again. Lock the order first: refill requests are made under the same
 * lock.
 * @throws CONFLICT
 */
export async function refuseWhileRefilled(tx: Db, orderId: number): Promise<void> {
  if ((await ordersBeingRefilled(tx, [orderId])).size > 0) throw refillUnderWay()
}
