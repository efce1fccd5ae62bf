import { sinceRollUpMarkSql } from './marks.ts'

/** SQL for the day in Seoul of the time in `column`. */
export const seoulDaySql = (column: string): string => `(${column} AT TIME ZONE 'Asia/Seoul')::date`

/**
 * SQL condition: the time in `column` is on one of the days `from` to `to` (placeholders of parameters) in Seoul. It
 * compares times, not days, so that an index on the column can be used.
 */
export const betweenSeoulDaysSql = (column: string, from: string, to: string): string =>
  `${column} >= ${from}::date::timestamp AT TIME ZONE 'Asia/Seoul' AND ${column} < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Seoul'`

/** The columns of the sums by day, except the day. */
export const daySumColumns = [
  'orders',
  'auto_orders',
  'charges',
  'members',
  'charged',
  'sales',
  'refunded',
  'other',
] as const

type DaySumColumn = (typeof daySumColumns)[number]

const sumOfKinds = (...names: string[]): string =>
  `coalesce(sum(delta) FILTER (WHERE kind IN (${names.map((name) => `'${name}'`)})), 0)`

/** SQL for the amounts that the rows of each table add to the sums of the day on which they were created. */
const addends: Record<string, Partial<Record<DaySumColumn, string>>> = {
  orders: { orders: 'count(*)' },
  auto_orders: { auto_orders: 'count(*)' },
  members: { members: 'count(*)' },
  point_entries: {
    charges: "count(*) FILTER (WHERE kind IN ('CHARGE', 'CARD_CHARGE'))",
    charged: sumOfKinds('CHARGE', 'CARD_CHARGE'),
    sales: `-${sumOfKinds('ORDER', 'BULK_ORDER', 'AUTO_ORDER')}`,
    refunded: sumOfKinds('ORDER_REFUND', 'AUTO_ORDER_REFUND'),
    other: `coalesce(sum(delta) FILTER (WHERE kind NOT IN ('CHARGE', 'CARD_CHARGE', 'ORDER', 'BULK_ORDER', 'AUTO_ORDER',
      'ORDER_REFUND', 'AUTO_ORDER_REFUND')), 0)`,
  },
}

const isCount = (column: DaySumColumn): boolean => ['orders', 'auto_orders', 'charges', 'members'].includes(column)

/**
 * SQL for the sums of each day, computed from the rows created in `span`, a condition on `created_at`. Each run of an
 * auto order counts as an order; but the auto order's whole price counts as sales of the day when it was placed. Time
 * and summed columns of a row never change, so the sums of consecutive spans can be added up.
 */
export const daySumsSql = (span: string): string => `
  SELECT day, ${daySumColumns.map((column) => `sum(${column})::${isCount(column) ? 'int' : 'bigint'} AS ${column}`).join(', ')}
  FROM (${Object.entries(addends)
    .map(
      ([table, sums]) =>
        `SELECT ${seoulDaySql('created_at')} AS day, ${daySumColumns.map((column) => `${sums[column] ?? '0'} AS ${column}`).join(', ')}
         FROM ${table} WHERE ${span} GROUP BY 1`,
    )
    .join(' UNION ALL ')}) AS of_each GROUP BY day`

/**
 * SQL for one row with the sums of all days from `from` (an SQL expression) up to this moment. `known` is the
 * placeholder of the parameter that holds the result of `readRollUpMark`.
 */
export const sumsFromDaySql = (from: string, known: string): string => {
  const isFresh = `${sinceRollUpMarkSql('days', 'created_at', known)} AND created_at >= (${from})::timestamp AT TIME ZONE 'Asia/Seoul'`
  return `
    SELECT ${daySumColumns.map((column) => `coalesce(sum(${column}), 0)::bigint AS ${column}`).join(', ')}
    FROM (SELECT ${daySumColumns} FROM day_sums WHERE day >= ${from} UNION ALL
      SELECT ${daySumColumns} FROM (${daySumsSql(isFresh)}) AS fresh) AS each_day`
}
