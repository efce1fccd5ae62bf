import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { dayAfter, laterOf, OTHERS_KEY, splitIntoMonths } from '../rules.ts'
import { presentCost, roundedCost, serviceSums, unknownNet } from '../sum-services.ts'

/**
 * One line of a report: totals of the orders of one day, service or provider. Amounts in points; `cost` is the price
 * that providers charge, as far as it is known, `unknown` the sales less refunds of orders whose cost isn't.
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

export type LinesBy = 'day' | 'service' | 'provider'

type Sum = 'amount' | 'sales' | 'refunded' | 'cost' | 'unknown'
type Row = Omit<ReportLine, Sum> & Record<Sum, Points>

type ReportGrouping = { past: string; key: string; label: string; order: string }

// Costs in hundred-thousandths of a won, each of whole hundredths of a point.
const serviceSumsOfDays = (sign: '' | '-', days: string) => `
  SELECT day, service_id, 0 AS provider_id, ${sign}orders, ${sign}amount, ${sign}sales, ${sign}refunded, ${sign}coalesce(${roundedCost}, 0) * 1000 AS cost,
    ${sign}(${unknownNet}) AS unknown
  FROM daily_service_reports WHERE day = ANY (${days}::date[])`

/** Sums by service: whole months ($3), days to add ($4) and days to subtract ($5). */
const serviceSumsSql = `
  SELECT month AS day, service_id, 0 AS provider_id, orders, amount, sales, refunded, cost, unknown
  FROM monthly_service_reports WHERE month = ANY ($3::date[])
  UNION ALL ${serviceSumsOfDays('', '$4')} UNION ALL ${serviceSumsOfDays('-', '$5')}`

/** Sums by provider, for the reports by day and by provider: few enough rows to read every day from $3 to $4. */
const providerSumsSql = `
  SELECT day, 0 AS service_id, provider_id, orders, amount, sales, refunded, cost * 1000 AS cost, unknown
  FROM daily_provider_reports WHERE day BETWEEN $3::date AND $4::date`

const groupings: Record<LinesBy, ReportGrouping> = {
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

/** Maximum number of lines; all others are added up in one more line, so that the totals stay correct. */
const MAX_LINES = 400

// Statement of a report: sums of past days from `past`, whose parameters start at $3, and of the days not stored yet ($1
// to $2) from the orders themselves.
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
          SELECT day, service_id, provider_id, orders, amount, sales, refunded, coalesce(${roundedCost}, 0) * 1000 AS cost,
            ${unknownNet} AS unknown
          FROM (SELECT *, ${presentCost('s')} AS unit_cost FROM (${serviceSums}) AS s) AS priced
        ) AS stated GROUP BY 1
      ) AS summed
    ) AS ranked GROUP BY 1
  ) AS l ORDER BY l.place`

type ReportSpan = { from: string; to: string; today: string; by: LinesBy }

const BEFORE_ANY_DAY = '2000-01-01'

/**
 * The first day whose sums aren't stored as a whole: the day of the last roll-up. That is today, but in the first hour of
 * a day yesterday, of which orders may have come after it. Before the first roll-up all days are open.
 */
async function firstOpenDay(db: Db, today: string): Promise<string> {
  const [mark] = await db.rows<{ day: string }>(
    "SELECT (at AT TIME ZONE 'Asia/Seoul')::date::text AS day FROM report_marks WHERE name = 'services'",
  )
  if (!mark) return BEFORE_ANY_DAY
  return mark.day < today ? mark.day : today
}

/** Parameters from $3 on of `serviceSumsSql` or `providerSumsSql`, for the days of a span before `today`. */
function pastParameters({ from, to, today, by }: ReportSpan): unknown[] {
  const last = to < today ? to : dayAfter(today, -1)
  if (by !== 'service') return [from, last]
  const { months, plus, minus } = splitIntoMonths(from, last)
  return [months, plus, minus]
}

/** Totals of the orders placed on the days of a span: price, amount refunded so far, and cost of their delivery. */
export async function reportLines(db: Db, span: ReportSpan): Promise<ReportLine[]> {
  const open = await firstOpenDay(db, span.today)
  const live = laterOf(span.from, open)
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
