import type { ReportLine } from '#lib/reports/queries/lines.ts'
import type { DailyRow } from '#lib/reports/schema.ts'

/** Totals of a day or a month; amounts in points. */
export interface ReportDay {
  readonly day: string
  readonly orders: number
  readonly sales: number
  readonly refunded: number
  readonly charges: number
  readonly charged: number
  readonly members: number
  /** Sums over the orders placed that day: `net` is sales minus refunds, `cost` the price paid to providers. */
  readonly net: number
  readonly cost: number
}

/** With more days than this, a bar stands for a month. */
const MOST_BARS = 92

const plus = (a: ReportDay, b: ReportDay): ReportDay => ({
  day: a.day,
  orders: a.orders + b.orders,
  sales: rounded(a.sales + b.sales),
  refunded: rounded(a.refunded + b.refunded),
  charges: a.charges + b.charges,
  charged: rounded(a.charged + b.charged),
  members: a.members + b.members,
  net: rounded(a.net + b.net),
  cost: rounded(a.cost + b.cost),
})

function byMonth(days: readonly ReportDay[]): ReportDay[] {
  const months = new Map<string, ReportDay>()
  for (const each of days) {
    const own = { ...each, day: each.day.slice(0, 7) }
    const sum = months.get(own.day)
    months.set(own.day, sum ? plus(sum, own) : own)
  }
  return [...months.values()]
}

/** The days of a period, oldest first, or its months if there are more than MOST_BARS days. */
export function reportDays(rows: readonly DailyRow[], lines: readonly ReportLine[]): ReportDay[] {
  const margins = new Map(lines.map((line) => [line.key, line]))
  const days = rows.toReversed().map(({ day, orders, autoOrders: _, other: __, ...row }) => {
    const line = margins.get(day)
    return { day, orders, ...row, net: line ? rounded(line.sales - line.refunded) : 0, cost: line?.cost ?? 0 }
  })
  return days.length > MOST_BARS ? byMonth(days) : days
}

/** Rounds points to hundredths, which removes floating-point errors from sums. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rounded(rows.reduce((sum, row) => sum + value(row), 0))
