import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { presentCost, serviceSums } from '../sum-services.ts'

/** What a day's, a service's or a provider's orders came to, in points; `cost` is what providers ask for it. */
export type ReportLine = {
  key: string
  label: string
  orders: number
  amount: number
  spent: number
  refunded: number
  cost: number
}

export type LinesBy = 'day' | 'service' | 'provider'

type Row = Omit<ReportLine, 'amount' | 'spent' | 'refunded' | 'cost'> &
  Record<'amount' | 'spent' | 'refunded' | 'cost', Points>

const keys: Record<LinesBy, { key: string; label: string; order: string }> = {
  day: { key: 'l.day::text', label: 'l.day::text', order: 'key DESC' },
  service: { key: 'l.service_id::text', label: 'max(s.text)', order: 'spent DESC, key' },
  provider: { key: 'l.provider_id::text', label: 'max(p.name)', order: 'spent DESC, key' },
}

/** Beyond these many only the sum is of use. */
const MOST_LINES = 400

// Today is summed up from its orders; the days before as they were last stated.
const statementBy = ({ key, label, order }: (typeof keys)[LinesBy]): string => `
  WITH today AS (SELECT (now() AT TIME ZONE 'Asia/Seoul')::date AS day), lines AS (
    SELECT r.* FROM daily_service_reports r, today WHERE r.day BETWEEN $1::date AND $2::date AND r.day < today.day
    UNION ALL SELECT s.*, ${presentCost('s')} FROM (${serviceSums.replaceAll('$1', '$3')}) AS s WHERE s.day <= $2::date
  )
  SELECT ${key} AS key, coalesce(${label}, '') AS label, sum(l.orders)::int AS orders, sum(l.amount)::bigint AS amount,
    sum(l.spent)::bigint AS spent, sum(l.refunded)::bigint AS refunded, (sum(l.delivered * l.unit_cost) / 1000)::bigint AS cost
  FROM lines l LEFT JOIN services s ON s.id = l.service_id LEFT JOIN providers p ON p.id = l.provider_id
  GROUP BY ${key} ORDER BY ${order} LIMIT ${MOST_LINES}`

type Span = { from: string; to: string; today: string; by: LinesBy }

/** What orders of these days came to: their price, what was given back of it until now, what they cost to deliver. */
export async function reportLines(db: Db, { from, to, today, by }: Span): Promise<ReportLine[]> {
  const live = from > today ? from : today
  const rows = await db.rows<Row>(statementBy(keys[by]), [from, to, live])
  return rows.map(({ amount, spent, refunded, cost, ...row }) => ({
    ...row,
    amount: Number(amount),
    spent: pointsToNumber(spent),
    refunded: pointsToNumber(refunded),
    cost: pointsToNumber(cost),
  }))
}
