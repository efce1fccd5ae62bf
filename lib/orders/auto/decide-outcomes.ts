import type { Db } from '#lib/core/db.ts'

/**
 * Ends repeating orders all of whose runs were made and have ended: COMPLETED, or PARTIAL if at least one run ended as
 * partial or cancelled (docs/contract.md#auto-orders). Returns the number of orders ended.
 */
export async function decideOutcomes(db: Db): Promise<number> {
  const decided = await db.rows(
    `UPDATE auto_orders a SET status = CASE
       WHEN EXISTS (SELECT FROM orders o WHERE o.auto_order_id = a.id AND o.status IN (3, 5)) THEN 3 ELSE 1 END
     WHERE a.status = 0 AND a.completed = a.runs
       AND NOT EXISTS (SELECT FROM orders o WHERE o.auto_order_id = a.id AND o.status IN (0, 1, 4))
     RETURNING a.id`,
  )
  return decided.length
}
