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

/** Past days as they were last stated, one table for services and a small one for the rest. */
const stated = {
  service: `SELECT day, service_id, provider_id, orders, amount, spent, refunded, (delivered * unit_cost)::numeric / 1000 AS cost
    FROM daily_service_reports`,
  provider: `SELECT day, 0 AS service_id, provider_id, orders, amount, spent, refunded, cost FROM daily_provider_reports`,
}

const ways: Record<LinesBy, { from: string; key: string; label: string; order: string }> = {
  day: { from: stated.provider, key: 'l.day', label: 'l.day::text', order: 'l.day DESC' },
  service: {
    from: stated.service,
    key: 'l.service_id',
    label: '(SELECT text FROM services WHERE id = l.service_id)',
    order: 'sums.spent DESC, key',
  },
  provider: {
    from: stated.provider,
    key: 'l.provider_id',
    label: '(SELECT name FROM providers WHERE id = l.provider_id)',
    order: 'sums.spent DESC, key',
  },
}

/** Beyond these many only the sum is of use. */
const MOST_LINES = 400

// Today is summed up from its orders.
const statementBy = ({ from, key, label, order }: (typeof ways)[LinesBy]): string => `
  SELECT ${key}::text AS key, coalesce(${label}, '') AS label, sums.* FROM (
    SELECT ${key}, sum(l.orders)::int AS orders, sum(l.amount)::bigint AS amount, sum(l.spent)::bigint AS spent,
      sum(l.refunded)::bigint AS refunded, sum(l.cost)::bigint AS cost
    FROM (
      SELECT * FROM (${from}) AS past WHERE day BETWEEN $1::date AND least($2::date, $4::date - 1)
      UNION ALL
      SELECT day, service_id, provider_id, orders, amount, spent, refunded, (delivered * ${presentCost('s')})::numeric / 1000 AS cost
      FROM (${serviceSums.replaceAll('$1', '$3')}) AS s
    ) AS l GROUP BY ${key}
  ) AS l, LATERAL (SELECT l.orders, l.amount, l.spent, l.refunded, l.cost) AS sums
  ORDER BY ${order} LIMIT ${MOST_LINES}`

type Span = { from: string; to: string; today: string; by: LinesBy }

/** What orders of these days came to: their price, what was given back of it until now, what they cost to deliver. */
export async function reportLines(db: Db, { from, to, today, by }: Span): Promise<ReportLine[]> {
  const live = from > today ? from : today
  const rows = await db.rows<Row>(statementBy(ways[by]), [from, to, live, today])
  return rows.map(({ amount, spent, refunded, cost, ...row }) => ({
    ...row,
    amount: Number(amount),
    spent: pointsToNumber(spent),
    refunded: pointsToNumber(refunded),
    cost: pointsToNumber(cost),
  }))
}
