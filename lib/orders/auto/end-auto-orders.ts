import type { Db } from '#lib/core/db.ts'
import { orderStatus } from '../labels.ts'
import { openOrder } from '../rules.ts'
import { autoOrderStatus } from './labels.ts'
import { activeAutoOrder } from './rules.ts'

/**
 * Ends auto orders whose runs have all been made and have ended. An auto order becomes PARTIAL if a run ended as
 * partial or cancelled, else COMPLETED (docs/contract.md#auto-orders). Returns the number of auto orders ended.
 */
export async function endAutoOrders(db: Db): Promise<number> {
  const ended = await db.rows(
    `UPDATE auto_orders a SET status = CASE
       WHEN EXISTS (SELECT FROM orders o WHERE o.auto_order_id = a.id AND o.status IN (${orderStatus.PARTIAL}, ${orderStatus.CANCELED})) THEN ${autoOrderStatus.PARTIAL} ELSE ${autoOrderStatus.COMPLETED} END
     WHERE ${activeAutoOrder.sql('a')} AND a.completed = a.runs
       AND NOT EXISTS (SELECT FROM orders o WHERE o.auto_order_id = a.id AND ${openOrder.sql('o')})
     RETURNING a.id`,
  )
  return ended.length
}
