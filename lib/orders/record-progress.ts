import type { Db } from '#lib/core/db.ts'
import { orderStatus } from './labels.ts'

type ReportedProgress = { orderId: number; remains: number | null; startCount: number | null }

/**
 * Stores the remaining quantity and the start count of an order that is INPROGRESS or PROCESSING; null leaves a value
 * as it is. Limits the remaining quantity to the range from 0 to the quantity ordered. Does nothing for an order in
 * another status. Makes no transition, event or ledger entry.
 */
export async function recordProgress(db: Db, { orderId, remains, startCount }: ReportedProgress): Promise<void> {
  await db.rows(
    `UPDATE orders o SET remains = next.remains, start_count = next.start_count
     FROM (SELECT id, least(greatest(coalesce($2::bigint, remains), 0), amount)::int AS remains,
             coalesce($3::int, start_count) AS start_count FROM orders WHERE id = $1) AS next
     WHERE o.id = next.id AND o.status IN (${orderStatus.INPROGRESS}, ${orderStatus.PROCESSING})
       AND (o.remains, o.start_count) IS DISTINCT FROM (next.remains, next.start_count)`,
    [orderId, remains, startCount],
  )
}
