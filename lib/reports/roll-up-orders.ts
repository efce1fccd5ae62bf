import { type Database, oneRow } from '#lib/core/db.ts'
import { inWindowSql, rollUpInWindows } from './marks.ts'
import { addedSumsSql, currentUnitCostSql, netWithoutCostSql, orderSumColumns, roundedCostSql } from './sum-orders.ts'

const sums = ['orders', 'amount', 'sales', 'refunded', 'cost', 'unknown']
const addColumnsSql = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

/** Maximum number of changes that are added in one transaction; later transactions add the rest. */
const MAX_CHANGES = 1_000_000

// Adds new orders and changes of orders to the sums by day, service and provider (service_day_sums). By what each of
// these sums grew, the sums by day and provider (provider_day_sums) and by month and service (service_month_sums) grow
// too. A stored unit cost stays, even if the provider now charges another price.
const addStatement = `
  WITH changes AS (
    DELETE FROM order_sum_changes WHERE id < (SELECT min(id) FROM order_sum_changes) + ${MAX_CHANGES} RETURNING day, service_id, provider_id, ${orderSumColumns}
  ), added AS MATERIALIZED (${addedSumsSql(inWindowSql('created_at', '$1', '$2'), 'changes')}
  ), stored AS (
    INSERT INTO service_day_sums AS s (day, service_id, provider_id, ${orderSumColumns}, unit_cost)
    SELECT day, service_id, provider_id, ${orderSumColumns}, ${currentUnitCostSql('added')} FROM added ORDER BY 1, 2, 3
    ON CONFLICT (day, service_id, provider_id) DO UPDATE SET ${addColumnsSql('s', orderSumColumns)},
      unit_cost = coalesce(s.unit_cost, excluded.unit_cost)
    RETURNING new.day, new.service_id, new.provider_id,
      ${['orders', 'amount', 'sales', 'refunded'].map((column) => `new.${column} - coalesce(old.${column}, 0) AS ${column}`).join(', ')},
      ${roundedCostSql('new')} - ${roundedCostSql('old')} AS cost, ${netWithoutCostSql('new')} - coalesce(${netWithoutCostSql('old')}, 0) AS unknown
  ), by_provider AS (
    INSERT INTO provider_day_sums AS p (day, provider_id, ${sums})
    SELECT day, provider_id, ${sums.map((column) => `sum(${column})`)} FROM stored GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, provider_id) DO UPDATE SET ${addColumnsSql('p', sums)}
  ), by_month AS (
    INSERT INTO service_month_sums AS m (month, service_id, ${sums})
    SELECT date_trunc('month', day::timestamp)::date, service_id, ${sums.map((column) => `sum(${column})${column === 'cost' ? ' * 1000' : ''}`)}
    FROM stored GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (month, service_id) DO UPDATE SET ${addColumnsSql('m', sums)}
  )
  SELECT count(*)::int AS added FROM stored`

/**
 * Adds new orders and recorded changes of orders to the stored sums of the days on which the orders were placed. New
 * orders are those placed since the last roll-up, up to about a minute ago or `until`. Returns the number of changed
 * rows of service_day_sums.
 */
export const rollUpOrders = (db: Database, until?: Date): Promise<number> =>
  rollUpInWindows(db, 'orders', until, async (tx, { from, to }) => {
    const { added } = await oneRow<{ added: number }>(tx, addStatement, [from, to])
    return added
  })
