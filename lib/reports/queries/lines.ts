import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { addDays, laterDay, OTHERS_KEY, splitIntoMonths } from '../rules.ts'
import { currentUnitCostSql, orderSumsSql, roundedCostSql, unknownNetSql } from '../sum-services.ts'

/**
 * One line of a report: totals of the orders of one day, service or provider, in points. `cost` is what providers
 * charge for them, as far as it is known; `unknown` is the sales less refunds of the orders whose cost isn't known.
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

type Sum = 'amount' | 'sales' | 'refunded' | 'cost' | 'unknown'
type Row = Omit<ReportLine, Sum> & Record<Sum, Points>

type ReportGrouping = { past: string; key: string; label: string; order: string }

// SQL for the stored sums of single days, added or subtracted by `sign`. The cost is in hundred-thousandths of a won,
// but rounded to hundredths of a point.
const serviceSumsOfDays = (sign: '' | '-', days: string) => `
  SELECT day, service_id, 0 AS provider_id, ${sign}orders, ${sign}amount, ${sign}sales, ${sign}refunded, ${sign}coalesce(${roundedCostSql}, 0) * 1000 AS cost,
    ${sign}(${unknownNetSql}) AS unknown
  FROM daily_service_reports WHERE day = ANY (${days}::date[])`

/** SQL for the stored sums by service: of whole months ($3), plus the days $4, minus the days $5. */
const serviceSumsSql = `
  SELECT month AS day, service_id, 0 AS provider_id, orders, amount, sales, refunded, cost, unknown
  FROM monthly_service_reports WHERE month = ANY ($3::date[])
  UNION ALL ${serviceSumsOfDays('', '$4')} UNION ALL ${serviceSumsOfDays('-', '$5')}`

/**
 * SQL for the stored sums by provider, for the reports by day and by provider. Read day by day from $3 to $4, because
 * they are few rows.
 */
const providerSumsSql = `
  SELECT day, 0 AS service_id, provider_id, orders, amount, sales, refunded, cost * 1000 AS cost, unknown
  FROM daily_provider_reports WHERE day BETWEEN $3::date AND $4::date`

const groupings: Record<ReportGroupBy, ReportGrouping> = {
  day: { past: providerSumsSql, key: 'day', label: 'l.key::text', order: 'key DESC' },
  service: {
    past: serviceSumsSql,
    key: 'service_id',
    label: '(SELECT text FROM services WHERE id = l.key)',
    order: 'sales DESC, key',
  },
  provider: {
    past: providerSumsSql,
    key: 'provider_id',
    label: '(SELECT name FROM providers WHERE id = l.key)',
    order: 'sales DESC, key',
  },
}

/** Maximum number of lines of a report; all others are added up in one more line, so that the totals stay correct. */
const MAX_LINES = 400

// The statement of a report: sums of past days from `past`, whose parameters start at $3, plus those of the days not
// stored yet ($1 to $2) from the orders themselves.
const statementBy = ({ past, key, label, order }: ReportGrouping): string => `
  SELECT coalesce(l.key::text, '${OTHERS_KEY}') AS key, coalesce(${label}, '') AS label, l.orders, l.amount, l.sales, l.refunded, l.cost, l.unknown
  FROM (
    SELECT CASE WHEN place <= ${MAX_LINES} THEN key END AS key, min(place) AS place, sum(orders)::int AS orders,
      sum(amount)::bigint AS amount, sum(sales)::bigint AS sales, sum(refunded)::bigint AS refunded, (sum(cost) / 1000)::bigint AS cost,
      sum(unknown)::bigint AS unknown
    FROM (
      SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM (
        SELECT ${key} AS key, sum(orders) AS orders, sum(amount) AS amount, sum(sales) AS sales, sum(refunded) AS refunded,
          sum(cost) AS cost, sum(unknown) AS unknown
        FROM (
          ${past} UNION ALL
          SELECT day, service_id, provider_id, orders, amount, sales, refunded, coalesce(${roundedCostSql}, 0) * 1000 AS cost,
            ${unknownNetSql} AS unknown
          FROM (SELECT *, ${currentUnitCostSql('s')} AS unit_cost FROM (${orderSumsSql}) AS s) AS priced
        ) AS stated GROUP BY 1
      ) AS summed
    ) AS ranked GROUP BY 1
  ) AS l ORDER BY l.place`

type ReportSpan = { from: string; to: string; today: string; by: ReportGroupBy }

const BEFORE_ANY_DAY = '2000-01-01'

/**
 * The first day whose stored sums may be incomplete: the day of the last roll-up. That is today, or yesterday until
 * this hour's roll-up; before the first roll-up, all days.
 */
async function firstOpenDay(db: Db, today: string): Promise<string> {
  const [mark] = await db.rows<{ day: string }>(
    "SELECT (at AT TIME ZONE 'Asia/Seoul')::date::text AS day FROM report_marks WHERE name = 'services'",
  )
  if (!mark) return BEFORE_ANY_DAY
  return mark.day < today ? mark.day : today
}

/**
 * Parameters $3 and following of a report's statement: the days of the span before `today`, as `serviceSumsSql` or
 * `providerSumsSql` takes them.
 */
function pastParameters({ from, to, today, by }: ReportSpan): unknown[] {
  const last = to < today ? to : addDays(today, -1)
  if (by !== 'service') return [from, last]
  const { months, plus, minus } = splitIntoMonths(from, last)
  return [months, plus, minus]
}

/**
 * The lines of a report on the orders placed in a span of days: what they cost the members, what was refunded of it so
 * far, and what their delivery cost the shop.
 */
export async function reportLines(db: Db, span: ReportSpan): Promise<ReportLine[]> {
  const open = await firstOpenDay(db, span.today)
  const live = laterDay(span.from, open)
  const past = pastParameters({ ...span, today: open })
  const rows = await db.rows<Row>(statementBy(groupings[span.by]), [live, span.to, ...past])
  return rows.map(({ amount, sales, refunded, cost, unknown, ...row }) => ({
    ...row,
    amount: Number(amount),
    sales: pointsToNumber(sales),
    refunded: pointsToNumber(refunded),
    cost: pointsToNumber(cost),
    unknown: pointsToNumber(unknown),
  }))
}
