import type { Db } from '#lib/core/db.ts'

/** Maximum number of orders by which a service is measured: those that ended last. */
const MAX_MEASURED_ORDERS = 100

/**
 * Deletes the stored outcomes of orders, except the latest 100 of each service (MAX_MEASURED_ORDERS). Returns how many
 * were deleted.
 */
export async function trimOutcomes(db: Db): Promise<number> {
  const deleted = await db.rows(
    `DELETE FROM service_outcomes WHERE order_id IN (
       SELECT order_id FROM (
         SELECT order_id, row_number() OVER (PARTITION BY service_id ORDER BY ended_at DESC, order_id DESC) AS n FROM service_outcomes
       ) AS ranked WHERE n > $1
     ) RETURNING order_id`,
    [MAX_MEASURED_ORDERS],
  )
  return deleted.length
}
