import { MAX_UNIT_PRICE } from '#lib/money/prices.ts'
import { routeFitsSql, routesSql } from '#lib/providers/delivery/claim-orders.ts'
import { routeCostJoins, routeCostSql } from '#lib/providers/delivery/route-costs.ts'
import { seoulDaySql } from './sum-days.ts'

/** The columns of the sums of orders by service and provider, except the unit cost. */
export const orderSumColumns = ['orders', 'amount', 'delivered', 'sales', 'refunded'] as const

/**
 * SQL for the amounts that orders add to the sums of the days on which they were placed. `placed` is a condition on
 * `created_at` that selects new orders. Each new order counts as completely delivered, without refund, and by no
 * provider (0). `changes` is a FROM item with the columns of `order_sum_changes`. In that table triggers record later
 * changes: an end, a refund or a provider's acceptance (docs/decisions/0071-sums-of-orders.md).
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
 * SQL for the present cost of one unit of a service at the provider that took its orders, in hundred-thousandths of a
 * won. It is the cost on the first route of the service that leads to this provider. NULL if the cost isn't known or is
 * above MAX_UNIT_PRICE, if no route leads to this provider, or if no provider took the orders. `sums` is the alias of
 * the table with service_id and provider_id.
 */
export const currentUnitCostSql = (sums: string): string => `CASE WHEN ${sums}.provider_id <> 0 THEN (
  SELECT CASE WHEN cost <= ${MAX_UNIT_PRICE} THEN cost::bigint END FROM (
    SELECT CASE r.position WHEN 0 THEN s.unit_cost ELSE ${routeCostSql} END AS cost
    FROM ${routesSql} AS r ${routeCostJoins}
    WHERE r.service_id = ${sums}.service_id AND r.provider_id = ${sums}.provider_id AND (r.position = 0 OR ${routeFitsSql('s.type')})
    ORDER BY r.position LIMIT 1
  ) AS route) END`

/** Up to these limits a quantity times a unit cost fits into a bigint, with which PostgreSQL computes much faster. */
const MAX_BIGINT_FACTORS = { delivered: 1_000_000_000, unitCost: 9_000_000_000 }

/**
 * SQL for the cost of a service's orders of a day, rounded to whole hundredths of a point, halves away from zero; 0 if
 * the cost isn't known. Nothing is rounded earlier, so the sums by day, by service and by provider agree.
 */
export const roundedCostSql = (sums: string): string =>
  `CASE WHEN ${sums}.delivered BETWEEN 0 AND ${MAX_BIGINT_FACTORS.delivered} AND ${sums}.unit_cost BETWEEN 0 AND ${MAX_BIGINT_FACTORS.unitCost}
    THEN (${sums}.delivered * ${sums}.unit_cost + 500) / 1000
    ELSE coalesce(round(${sums}.delivered * ${sums}.unit_cost::numeric / 1000), 0)::bigint END`

/** SQL for the sales less refunds of orders without a known cost; 0 for other orders. Margins leave these sales out. */
export const netWithoutCostSql = (sums: string): string =>
  `CASE WHEN ${sums}.unit_cost IS NULL THEN ${sums}.sales - ${sums}.refunded ELSE 0 END`
