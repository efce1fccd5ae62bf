import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { readRollUpMark, sinceRollUpMarkSql } from '../marks.ts'
import { OTHERS_KEY, splitIntoMonths } from '../rules.ts'
import { betweenSeoulDaysSql } from '../sum-days.ts'
import { addedSumsSql, currentUnitCostSql, netWithoutCostSql, roundedCostSql } from '../sum-orders.ts'

/**
 * One line of a report: totals of the orders of one day, service or provider (`key` and `label`). `orders` is their
 * number, `amount` the ordered quantity; all other totals are points. `cost` is what providers charge, as far as known.
 * `unknown` is the sales less refunds of the orders whose cost isn't known.
 */
export type ReportLine = {
  key: string
  label: string
  orders: number
  amount: number
  sales: number
  refunded: number
  cost: number
  unknown: number
}

export type ReportGroupBy = 'day' | 'service' | 'provider'

type SumField = 'amount' | 'sales' | 'refunded' | 'cost' | 'unknown'
type Row = Omit<ReportLine, SumField> & Record<SumField, Points>

/** How a report is grouped: SQL for its stored sums, and for the key, label and sequence of its lines. */
type ReportGrouping = { stored: string; key: string; label: string; order: string }

// SQL for the stored sums of single days; `sign` '-' subtracts them. The cost is rounded to hundredths of a point, but
// stated in hundred-thousandths of a won, as in the sums by month.
const serviceSumsOfDaysSql = (sign: '' | '-', days: string) => `
  SELECT d.day, d.service_id, 0 AS provider_id, ${sign}d.orders AS orders, ${sign}d.amount AS amount, ${sign}d.sales AS sales, ${sign}d.refunded AS refunded,
    (${sign}${roundedCostSql('d')} * 1000)::bigint AS cost, ${sign}(${netWithoutCostSql('d')}) AS unknown
  FROM service_day_sums AS d WHERE d.day = ANY (${days}::date[])`

/** SQL for the stored sums by service: the whole months $4, plus the days $5, minus the days $6. */
const serviceSumsSql = `
  SELECT month AS day, service_id, 0 AS provider_id, orders, amount, sales, refunded, cost, unknown
  FROM service_month_sums WHERE month = ANY ($4::date[])
  UNION ALL ${serviceSumsOfDaysSql('', '$5')} UNION ALL ${serviceSumsOfDaysSql('-', '$6')}`

/**
 * SQL for the stored sums by provider, for the reports by day and by provider. Sums by provider aren't stored by month,
 * because a day has few rows.
 */
const providerSumsSql = `
  SELECT day, 0 AS service_id, provider_id, orders, amount, sales, refunded, cost * 1000 AS cost, unknown
  FROM provider_day_sums WHERE day BETWEEN $1::date AND $2::date`

const changesOfDaysSql = (from: string, to: string): string =>
  `order_sum_changes WHERE day BETWEEN ${from}::date AND ${to}::date`

const isAfterMark = `${sinceRollUpMarkSql('orders', 'created_at', '$3')} AND ${betweenSeoulDaysSql('created_at', '$1', '$2')}`

/**
 * SQL for the sums of the days $1 to $2 that aren't stored yet. $3 is the result of `readRollUpMark`. OFFSET 0 makes
 * PostgreSQL look up each cost only once.
 */
const freshSumsSql = `
  SELECT f.day, f.service_id, f.provider_id, f.orders, f.amount, f.sales, f.refunded, (${roundedCostSql('f')} * 1000)::bigint AS cost, ${netWithoutCostSql('f')} AS unknown
  FROM (
    SELECT a.day, a.service_id, a.provider_id, a.orders, a.amount, a.delivered, a.sales, a.refunded,
      coalesce(s.unit_cost, ${currentUnitCostSql('a')}) AS unit_cost
    FROM (${addedSumsSql(isAfterMark, changesOfDaysSql('$1', '$2'))}) AS a
      LEFT JOIN service_day_sums s ON s.day = a.day AND s.service_id = a.service_id AND s.provider_id = a.provider_id
    OFFSET 0
  ) AS f`

const groupings: Record<ReportGroupBy, ReportGrouping> = {
  day: { stored: providerSumsSql, key: 'day', label: 'l.key::text', order: 'key DESC' },
  service: {
    stored: serviceSumsSql,
    key: 'service_id',
    label: '(SELECT text FROM services WHERE id = l.key)',
    order: 'sales DESC, key',
  },
  provider: {
    stored: providerSumsSql,
    key: 'provider_id',
    label: '(SELECT name FROM providers WHERE id = l.key)',
    order: 'sales DESC, key',
  },
}

/**
 * Maximum number of lines of a report. Further lines are added up in one more line, so that the totals stay correct.
 */
const MAX_LINES = 400

// The statement of a report on the orders placed from $1 to $2: adds up the stored sums and the sums that aren't stored
// yet.
const statementBy = ({ stored, key, label, order }: ReportGrouping): string => `
  SELECT coalesce(l.key::text, '${OTHERS_KEY}') AS key, coalesce(${label}, '') AS label, l.orders, l.amount, l.sales, l.refunded, l.cost, l.unknown
  FROM (
    SELECT CASE WHEN place <= ${MAX_LINES} THEN key END AS key, min(place) AS place, sum(orders)::int AS orders,
      sum(amount)::bigint AS amount, sum(sales)::bigint AS sales, sum(refunded)::bigint AS refunded, (sum(cost) / 1000)::bigint AS cost,
      sum(unknown)::bigint AS unknown
    FROM (
      SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM (
        SELECT ${key} AS key, sum(orders)::bigint AS orders, sum(amount)::bigint AS amount, sum(sales)::bigint AS sales, sum(refunded)::bigint AS refunded,
          sum(cost)::bigint AS cost, sum(unknown)::bigint AS unknown
        FROM (${stored} UNION ALL ${freshSumsSql}) AS each_sum GROUP BY 1 HAVING sum(orders) <> 0
      ) AS summed
    ) AS ranked GROUP BY 1
  ) AS l ORDER BY l.place`

type ReportSpan = { from: string; to: string; by: ReportGroupBy }

/** Parameters of a report's statement from $4 on, for `serviceSumsSql`. */
function monthParameters({ from, to, by }: ReportSpan): unknown[] {
  if (by !== 'service') return []
  const { months, plus, minus } = splitIntoMonths(from, to)
  return [months, plus, minus]
}

/**
 * The lines of a report on the orders placed in a span of days: their sales, their refunds up to now (whenever made),
 * and their cost. A day, service or provider without orders has no line. Lines after the first 400 (MAX_LINES) are
 * added up in one line.
 */
export async function reportLines(db: Db, span: ReportSpan): Promise<ReportLine[]> {
  const mark = await readRollUpMark(db, 'orders')
  const values = [span.from, span.to, mark, ...monthParameters(span)]
  const rows = await db.rows<Row>(statementBy(groupings[span.by]), values)
  return rows.map(({ amount, sales, refunded, cost, unknown, ...row }) => ({
    ...row,
    amount: Number(amount),
    sales: pointsToNumber(sales),
    refunded: pointsToNumber(refunded),
    cost: pointsToNumber(cost),
    unknown: pointsToNumber(unknown),
  }))
}
