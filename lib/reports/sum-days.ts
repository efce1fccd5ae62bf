/** SQL for the day of the time in `column`, in Seoul's time zone. */
export const seoulDaySql = (column: string): string => `(${column} AT TIME ZONE 'Asia/Seoul')::date`

/**
 * SQL condition: the time in `column` is on the days `from` to `to` (parameters of the statement), in Seoul's time
 * zone. It compares times, not days, so that an index on the column can be used.
 */
export const betweenSeoulDaysSql = (column: string, from: string, to: string): string =>
  `${column} >= ${from}::date::timestamp AT TIME ZONE 'Asia/Seoul' AND ${column} < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Seoul'`

const countByDay = (name: string, table: string, column: string): string =>
  `${name} AS (SELECT ${seoulDaySql(column)} AS day, count(*)::int AS n FROM ${table} WHERE ${betweenSeoulDaysSql(column, '$1', '$2')} GROUP BY 1)`

const sumOfKinds = (...names: string[]): string =>
  `sum(delta) FILTER (WHERE kind IN (${names.map((name) => `'${name}'`)}))`

/**
 * SQL for the sums of each day from $1 to $2, computed from the rows themselves. Each run of an auto order counts as an
 * order, but the auto order's whole price counts as sales of the day when it was placed.
 */
export const daySumsSql = `
  WITH ${countByDay('placed', 'orders', 'created_at')},
  ${countByDay('repeated', 'auto_orders', 'created_at')},
  ${countByDay('joined', 'members', 'created_at')},
  money AS (
    SELECT ${seoulDaySql('created_at')} AS day, count(*) FILTER (WHERE kind IN ('CHARGE', 'CARD_CHARGE'))::int AS charges,
      coalesce(${sumOfKinds('CHARGE', 'CARD_CHARGE')}, 0)::bigint AS charged,
      coalesce(-${sumOfKinds('ORDER', 'BULK_ORDER', 'AUTO_ORDER')}, 0)::bigint AS sales,
      coalesce(${sumOfKinds('ORDER_REFUND', 'AUTO_ORDER_REFUND')}, 0)::bigint AS refunded,
      coalesce(sum(delta) FILTER (WHERE kind NOT IN ('CHARGE', 'CARD_CHARGE', 'ORDER', 'BULK_ORDER', 'AUTO_ORDER',
        'ORDER_REFUND', 'AUTO_ORDER_REFUND')), 0)::bigint AS other
    FROM point_entries WHERE ${betweenSeoulDaysSql('created_at', '$1', '$2')} GROUP BY 1
  )
  SELECT d::date AS day, coalesce(p.n, 0) AS orders, coalesce(r.n, 0) AS auto_orders,
    coalesce(m.charges, 0) AS charges, coalesce(j.n, 0) AS members, coalesce(m.charged, 0) AS charged,
    coalesce(m.sales, 0) AS sales, coalesce(m.refunded, 0) AS refunded, coalesce(m.other, 0) AS other
  FROM generate_series($1::date, $2::date, interval '1 day') AS d
    LEFT JOIN placed p ON p.day = d::date LEFT JOIN repeated r ON r.day = d::date
    LEFT JOIN joined j ON j.day = d::date LEFT JOIN money m ON m.day = d::date`
