import type { Db } from '#lib/core/db.ts'

/**
 * Ends repeating orders whose runs were all made and have all ended: COMPLETED, or PARTIAL if one run was stopped
 * (docs/contract.md#auto-orders). Returns how many.
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
