import { seoulDaySql } from './sum-days.ts'

/** The columns of the sums of orders by service and provider, besides the unit cost. */
export const orderSumColumns = ['orders', 'amount', 'delivered', 'sales', 'refunded'] as const

/**
 * SQL for what orders and their changes add to the sums of their days: what the orders placed in `placed` (a condition
 * on `created_at`) added by that, and what changed since, from rows of `changes` that have the columns of
 * `order_sum_changes`. An order is placed with nothing refunded, counts as wholly delivered until it ends otherwise, and
 * for no provider (0) until one has accepted it; what an end, a refund or a provider alters, triggers have noted as a
 * change (docs/decisions/0071-sums-of-orders.md).
 */
export const addedSumsSql = (placed: string, changes: string): string => `
  SELECT day, service_id, provider_id, sum(orders)::int AS orders, sum(amount)::bigint AS amount, sum(delivered)::bigint AS delivered,
    sum(sales)::bigint AS sales, sum(refunded)::bigint AS refunded
  FROM (
    SELECT ${seoulDaySql('created_at')} AS day, service_id, 0 AS provider_id, 1 AS orders, amount::bigint AS amount, amount::bigint AS delivered,
      price AS sales, 0::bigint AS refunded
    FROM orders WHERE ${placed}
    UNION ALL SELECT day, service_id, provider_id, orders, amount, delivered, sales, refunded FROM ${changes}
  ) AS each_added GROUP BY 1, 2, 3`

/**
 * SQL for what one unit costs at the provider now, in hundred-thousandths of a won; NULL if it isn't known, or if no
 * provider has accepted the orders. `sums` is the table that has the service and the provider.
 */
export const currentUnitCostSql = (sums: string): string =>
  `CASE WHEN ${sums}.provider_id <> 0 THEN (SELECT unit_cost FROM services WHERE id = ${sums}.service_id) END`

/**
 * SQL for the cost of a service's orders of a day, in hundredths of a point; 0 if it isn't known. It is rounded only
 * here, so that the sums by day, service and provider agree.
 */
export const roundedCostSql = (sums: string): string =>
  `coalesce(round(${sums}.delivered * ${sums}.unit_cost / 1000.0), 0)`

/** SQL for the sales less refunds whose cost isn't known, which no margin contains. */
export const unknownNetSql = (sums: string): string =>
  `CASE WHEN ${sums}.unit_cost IS NULL THEN ${sums}.sales - ${sums}.refunded ELSE 0 END`
