import type { Idempotency } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { readStoredAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { PlacedOrder } from './schema.ts'

/** The order placed with an idempotency key. `price`: its price; for an auto order, the price of all runs. */
type OrderOfKey = { autoOrderId: number | null; link: string; amount: number; serviceId: number; price: Points }

/**
 * Returns the response to the first request with this idempotency key. Returns null if there was none or `idempotency`
 * is null. Only the order's id is stored with the key; the other fields are read from the order.
 * @throws CONFLICT the first request had another body
 */
export async function readFirstAnswer(
  db: Db,
  memberId: number,
  call: string,
  idempotency: Idempotency | null,
): Promise<PlacedOrder | null> {
  const stored = await readStoredAnswer<{ orderId: number }>(db, { memberId, call, idempotency })
  if (!stored) return null
  const { orderId } = stored
  const [row] = await db.rows<OrderOfKey>(
    `SELECT o.auto_order_id, o.link, o.amount, o.service_id, coalesce(a.price, o.price) AS price
     FROM orders o LEFT JOIN auto_orders a ON a.id = o.auto_order_id WHERE o.id = $1`,
    [orderId],
  )
  if (!row) return null
  const { autoOrderId, link, amount, serviceId, price } = row
  return {
    orderId,
    ...(autoOrderId !== null && { autoOrderId }),
    link,
    amount,
    serviceId,
    point: pointsToNumber(price),
  }
}
