import { orderStatus } from '#lib/orders/labels.ts'
import { betweenSeoulDaysSql, seoulDaySql } from './sum-days.ts'

/**
 * SQL for the sums of the orders placed from $1 to $2, by service and by the provider that delivered them. A run of an
 * auto order counts with its share of the price. An open order counts as fully delivered, a cancelled one as not
 * delivered at all.
 */
export const orderSumsSql = `
  SELECT ${seoulDaySql('o.created_at')} AS day, o.service_id, coalesce(a.provider_id, 0) AS provider_id, count(*)::int AS orders,
    sum(o.amount)::bigint AS amount,
    sum(CASE o.status WHEN ${orderStatus.CANCELED} THEN 0 WHEN ${orderStatus.PARTIAL} THEN o.amount - o.remains ELSE o.amount END)::bigint AS delivered,
    sum(o.price)::bigint AS sales, sum(o.refunded)::bigint AS refunded
  FROM orders o LEFT JOIN LATERAL (
    SELECT provider_id FROM provider_attempts WHERE order_id = o.id AND outcome IN ('SENT', 'UNKNOWN') ORDER BY id DESC LIMIT 1
  ) AS a ON true
  WHERE ${betweenSeoulDaysSql('o.created_at', '$1', '$2')} GROUP BY 1, 2, 3`

/**
 * SQL for what one unit costs at the provider now, in hundred-thousandths of a won; NULL if it isn't known, or if no
 * provider has accepted the orders. `sums` is the table that has the service and the provider.
 */
export const currentUnitCostSql = (sums: string): string =>
  `CASE WHEN ${sums}.provider_id <> 0 THEN (SELECT unit_cost FROM services WHERE id = ${sums}.service_id) END`

/**
 * SQL for the cost of a service's orders of a day, in hundredths of a point; NULL if it isn't known. It is rounded only
 * here, so that the sums by day, service and provider agree.
 */
export const roundedCostSql = 'round(delivered * unit_cost / 1000.0)'

/** SQL for the sales less refunds whose cost isn't known, which no margin contains. */
export const unknownNetSql = 'CASE WHEN unit_cost IS NULL THEN sales - refunded ELSE 0 END'
