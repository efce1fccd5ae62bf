import type { DailyRow } from './schema.ts'

/** Key of the line that sums up all lines beyond MAX_LINES. */
export const OTHERS_KEY = 'others'

const DAY_MS = 86_400_000

/** The day `by` days after `day`. Days are texts such as '2026-03-01'. */
export const dayAfter = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** The later of two days; '2026-03-01' and the like compare as text. */
export const laterOf = (a: string, b: string): string => (a > b ? a : b)
const earlierOf = (a: string, b: string): string => (a < b ? a : b)

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** First day of the month after that of `day`. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function daysOf(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** A span of days: whole months (their first days), single days to add, and single days to subtract. */
export type SpanParts = { months: string[]; plus: string[]; minus: string[] }

/**
 * Covers a span of days with the fewest rows: a month with only a few days outside the span is used as a whole, and
 * those days are subtracted.
 */
export function splitIntoMonths(from: string, to: string): SpanParts {
  const parts: SpanParts = { months: [], plus: [], minus: [] }
  for (let month = firstOfMonth(from); month <= to; month = nextMonth(month)) {
    const last = dayAfter(nextMonth(month), -1)
    const wanted = daysOf(laterOf(from, month), earlierOf(to, last))
    const rest = [...daysOf(month, dayAfter(from, -1)), ...daysOf(dayAfter(to, 1), last)]
    if (rest.length < wanted.length) {
      parts.months.push(month)
      parts.minus.push(...rest)
    } else parts.plus.push(...wanted)
  }
  return parts
}

/** Rounds points to hundredths, which removes floating-point errors from sums. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rounded(rows.reduce((sum, row) => sum + value(row), 0))

const dayFields = ['orders', 'sales', 'refunded', 'charges', 'charged', 'members', 'net', 'cost'] as const

/**
 * Totals of a day or a month; amounts in points. `net` and `cost` are sums over the orders placed that day: sales minus
 * refunds, and the price paid to providers.
 */
export type ReportDay = { day: string } & Record<(typeof dayFields)[number], number>

/** Totals of the orders placed on the day `key`. */
type DayLine = { key: string; sales: number; refunded: number; cost: number }

/** With more days than this, a bar stands for a month. */
const MAX_BARS = 92

/** Sums of the days of each month, in the order of the days. */
const sumByMonth = (days: readonly ReportDay[]): ReportDay[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([day, own]) => {
    const sums = dayFields.map((field) => [field, sumOf(own, (each) => each[field])])
    return { day, ...Object.fromEntries(sums) } as ReportDay
  })

/** The days of a period, oldest first, or its months if there are more than MAX_BARS days. */
export function reportDays(rows: readonly DailyRow[], lines: readonly DayLine[]): ReportDay[] {
  const margins = new Map(lines.map((line) => [line.key, line]))
  const days = rows.toReversed().map(({ day, orders, sales, refunded, charges, charged, members }) => {
    const line = margins.get(day)
    const margin = { net: line ? rounded(line.sales - line.refunded) : 0, cost: line?.cost ?? 0 }
    return { day, orders, sales, refunded, charges, charged, members, ...margin }
  })
  return days.length > MAX_BARS ? sumByMonth(days) : days
}
