import { orderStatus } from '#lib/orders/labels.ts'
import { seoulDaySql, seoulDaysSql } from './sum-days.ts'

/**
 * SQL for the sums of orders placed from $1 to $2, by service and delivering provider; runs of an auto order count
 * with their share of its price. An open order counts as fully delivered, a cancelled one as not delivered at all.
 */
export const serviceSums = `
  SELECT ${seoulDaySql('o.created_at')} AS day, o.service_id, coalesce(a.provider_id, 0) AS provider_id, count(*)::int AS orders,
    sum(o.amount)::bigint AS amount,
    sum(CASE o.status WHEN ${orderStatus.CANCELED} THEN 0 WHEN ${orderStatus.PARTIAL} THEN o.amount - o.remains ELSE o.amount END)::bigint AS delivered,
    sum(o.price)::bigint AS sales, sum(o.refunded)::bigint AS refunded
  FROM orders o LEFT JOIN LATERAL (
    SELECT provider_id FROM provider_attempts WHERE order_id = o.id AND outcome IN ('SENT', 'UNKNOWN') ORDER BY id DESC LIMIT 1
  ) AS a ON true
  WHERE ${seoulDaysSql('o.created_at', '$1', '$2')} GROUP BY 1, 2, 3`

/**
 * SQL for the provider's current price of one unit, in hundred-thousandths of a won; NULL where nobody knows it: the
 * provider's price isn't stored, or no provider has taken the orders.
 */
export const presentCost = (sums: string): string =>
  `CASE WHEN ${sums}.provider_id <> 0 THEN (SELECT unit_cost FROM services WHERE id = ${sums}.service_id) END`

/**
 * SQL for the cost of a day of a service, in hundredths of a point, NULL if it is unknown. It is rounded here and nowhere
 * else, so that the sums by day, by service and by provider are equal.
 */
export const roundedCost = 'round(delivered * unit_cost / 1000.0)'

/** SQL for the part of sales less refunds that has no known cost, and so is no part of a margin. */
export const unknownNet = 'CASE WHEN unit_cost IS NULL THEN sales - refunded ELSE 0 END'
