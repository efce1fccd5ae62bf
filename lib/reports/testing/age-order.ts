import type { Database } from '#lib/core/db.ts'

/**
 * Makes an order and its ledger entries `days` days older, as if it had been placed then and rolled up since. Call it
 * before anything else happens to the order.
 */
export const ageOrder = (owner: Database, orderId: number, days: number): Promise<void> =>
  owner.transaction(async (tx) => {
    await tx.rows('SET LOCAL session_replication_role = replica')
    const [order] = await tx.rows<{ id: number }>(
      "UPDATE orders SET created_at = created_at - $2::int * interval '1 day' WHERE id = $1 RETURNING id",
      [orderId, days],
    )
    if (!order) throw new Error(`there is no order ${orderId}`)
    await tx.rows(
      `UPDATE point_entries SET created_at = created_at - $2::int * interval '1 day' WHERE ref_type = 'order' AND ref_id = $1`,
      [orderId, days],
    )
    // Roll-ups don't read orders again that are older than the time up to which sums are stored (the mark). So the
    // order is added as a change.
    await tx.rows(
      `INSERT INTO order_sum_changes (day, service_id, provider_id, orders, amount, delivered, sales, refunded)
       SELECT (created_at AT TIME ZONE 'Asia/Seoul')::date, service_id, 0, 1, amount, amount, price, 0
       FROM orders WHERE id = $1 AND created_at < (SELECT at FROM report_marks WHERE name = 'orders')`,
      [orderId],
    )
  })
