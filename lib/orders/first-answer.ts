import type { Idempotency } from '#lib/core/call.ts'
import { sameBytes } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { keyReused } from './errors.ts'
import type { PlacedOrder } from './schema.ts'

type Row = {
  bodyHash: Buffer
  id: number
  autoOrderId: number | null
  link: string
  amount: number
  serviceId: number
  price: Points
}

/**
 * What the first request with this key was answered, or null when there was none.
 * @throws CONFLICT when that one had another body
 */
export async function firstAnswer(
  db: Db,
  memberId: number,
  call: string,
  idempotency: Idempotency | null,
): Promise<PlacedOrder | null> {
  if (!idempotency) return null
  const [row] = await db.rows<Row>(
    `SELECT k.body_hash, o.id, o.auto_order_id, o.link, o.amount, o.service_id, coalesce(a.price, o.price) AS price
     FROM idempotency_keys k
     JOIN orders o ON o.id = (k.answer ->> 'orderId')::int
     LEFT JOIN auto_orders a ON a.id = o.auto_order_id
     WHERE k.member_id = $1 AND k.call = $2 AND k.key = $3`,
    [memberId, call, idempotency.key],
  )
  if (!row) return null
  if (!sameBytes(row.bodyHash, idempotency.bodyHash)) throw keyReused()
  const { id, autoOrderId, link, amount, serviceId, price } = row
  return {
    orderId: id,
    ...(autoOrderId !== null && { autoOrderId }),
    link,
    amount,
    serviceId,
    point: pointsToNumber(price),
  }
}
