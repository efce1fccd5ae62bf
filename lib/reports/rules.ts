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

const dayFields = ['orders', 'sales', 'refunded', 'charges', 'charged', 'members', 'net', 'cost', 'unknown'] as const

/**
 * Totals of a day or a month; amounts in points. `net`, `cost` and `unknown` are sums over the orders placed that day:
 * sales minus refunds, the price paid to providers, and the part of `net` whose cost nobody knows.
 */
export type ReportDay = { day: string } & Record<(typeof dayFields)[number], number>

/** Totals of the orders placed on the day `key`. */
type DayLine = { key: string; sales: number; refunded: number; cost: number; unknown?: number }

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
    const net = line ? rounded(line.sales - line.refunded) : 0
    const margin = { net, cost: line?.cost ?? 0, unknown: line?.unknown ?? 0 }
    return { day, orders, sales, refunded, charges, charged, members, ...margin }
  })
  return days.length > MAX_BARS ? sumByMonth(days) : days
}

/** Margin of what has a known cost: without it, sales would count as margin as a whole. */
export const marginOf = ({ net, cost, unknown }: Pick<ReportDay, 'net' | 'cost' | 'unknown'>): number =>
  rounded(net - unknown - cost)

type Days = { from: string; to: string }

/**
 * The days that a period is compared with: of the beginning of a month, or a whole one, the same days of the month
 * before; otherwise as many days immediately before it.
 */
export function daysBefore({ from, to }: Days): Days {
  const month = firstOfMonth(from)
  if (from !== month || firstOfMonth(to) !== month) {
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    return { from: dayAfter(from, -length), to: dayAfter(from, -1) }
  }
  const last = dayAfter(month, -1)
  const before = firstOfMonth(last)
  const same = `${before.slice(0, 8)}${to.slice(8)}`
  const isWhole = to === dayAfter(nextMonth(month), -1)
  return { from: before, to: isWhole || same > last ? last : same }
}

type Sums = { sales: number; refunded: number }

/**
 * Why the ledger's sales and refunds of a period differ from those of the orders placed in it, in points. `prepaid`: paid
 * for auto orders, less their runs of the period. `shifted`: refunded in the period, less what was ever refunded of
 * its orders. `rest`: what neither explains; zero unless the books are wrong.
 */
export function differenceOf(ledger: Sums, orders: Sums, { paid, ran }: { paid: number; ran: number }) {
  const prepaid = rounded(paid - ran)
  return {
    prepaid,
    shifted: rounded(ledger.refunded - orders.refunded),
    rest: rounded(ledger.sales - orders.sales - prepaid),
  }
}

export type BookDifference = ReturnType<typeof differenceOf>
