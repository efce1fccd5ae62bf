import type { DailyRow } from './schema.ts'

/** Key of the line that adds up all lines beyond MAX_LINES of lib/reports/queries/lines.ts. */
export const OTHERS_KEY = 'others'

const DAY_MS = 86_400_000

/** The day `by` days after `day`. Days are texts such as '2026-03-01'. */
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** The later of two days, which are texts such as '2026-03-01' and compare as text. */
export const laterDay = (a: string, b: string): string => (a > b ? a : b)
const earlierDay = (a: string, b: string): string => (a < b ? a : b)

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** First day of the month after that of `day`. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function daysOf(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Parts that make up a span of days: whole months (their first days), single days to add, and single days to subtract.
 */
export type SpanParts = { months: string[]; plus: string[]; minus: string[] }

/**
 * Splits a span of days so that its sums can be read from as few rows as possible. For a month that is mostly in the
 * span, the sums of the month are used and those of the days outside the span are subtracted.
 */
export function splitIntoMonths(from: string, to: string): SpanParts {
  const parts: SpanParts = { months: [], plus: [], minus: [] }
  for (let month = firstOfMonth(from); month <= to; month = nextMonth(month)) {
    const last = addDays(nextMonth(month), -1)
    const included = daysOf(laterDay(from, month), earlierDay(to, last))
    const outside = [...daysOf(month, addDays(from, -1)), ...daysOf(addDays(to, 1), last)]
    if (outside.length < included.length) {
      parts.months.push(month)
      parts.minus.push(...outside)
    } else parts.plus.push(...included)
  }
  return parts
}

/** Rounds points to hundredths, which removes floating-point errors from sums. */
export const roundPoints = (value: number): number => Math.round(value * 100) / 100

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  roundPoints(rows.reduce((sum, row) => sum + value(row), 0))

const dayFields = ['orders', 'sales', 'refunded', 'charges', 'charged', 'members', 'net', 'cost', 'unknown'] as const

/**
 * Totals of a day `YYYY-MM-DD` or a month `YYYY-MM`; counts, and amounts in points. `members` counts new members.
 * `net`, `cost` and `unknown` are about the orders placed then: sales less refunds, the cost, and the part of `net`
 * whose cost isn't known.
 */
export type ReportDay = { day: string } & Record<(typeof dayFields)[number], number>

/** The line of a report by day: totals of the orders placed on the day `key`. */
type DayLine = { key: string; sales: number; refunded: number; cost: number; unknown?: number }

/** A chart of more days than this has a bar for each month instead of each day. */
const MAX_BARS = 92

/** Adds up the days of each month. Keeps the sequence. */
const sumByMonth = (days: readonly ReportDay[]): ReportDay[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([day, daysOfMonth]) => {
    const sums = dayFields.map((field) => [field, sumOf(daysOfMonth, (each) => each[field])])
    return { day, ...Object.fromEntries(sums) } as ReportDay
  })

/** The bars of a chart: the days of a period, oldest first, or its months if there are more than MAX_BARS days. */
export function chartBarsOf(rows: readonly DailyRow[], lines: readonly DayLine[]): ReportDay[] {
  const lineByDay = new Map(lines.map((line) => [line.key, line]))
  const days = rows.toReversed().map(({ day, orders, sales, refunded, charges, charged, members }) => {
    const line = lineByDay.get(day)
    const net = line ? roundPoints(line.sales - line.refunded) : 0
    const margin = { net, cost: line?.cost ?? 0, unknown: line?.unknown ?? 0 }
    return { day, orders, sales, refunded, charges, charged, members, ...margin }
  })
  return days.length > MAX_BARS ? sumByMonth(days) : days
}

/** Margin in points. Leaves out sales without a known cost, which would count entirely as margin. */
export const knownMargin = ({ net, cost, unknown }: Pick<ReportDay, 'net' | 'cost' | 'unknown'>): number =>
  roundPoints(net - unknown - cost)

type Days = { from: string; to: string }

/**
 * The earlier period that a period is compared with. If the period begins on the first of a month and ends within that
 * month: the same days of the month before, or all of the month before if the period is a whole month. Otherwise: as
 * many days immediately before.
 */
export function comparisonPeriod({ from, to }: Days): Days {
  const month = firstOfMonth(from)
  if (from !== month || firstOfMonth(to) !== month) {
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    return { from: addDays(from, -length), to: addDays(from, -1) }
  }
  const last = addDays(month, -1)
  const previousMonth = firstOfMonth(last)
  const sameDay = `${previousMonth.slice(0, 8)}${to.slice(8)}`
  const isWhole = to === addDays(nextMonth(month), -1)
  return { from: previousMonth, to: isWhole || sameDay > last ? last : sameDay }
}

type Sums = { sales: number; refunded: number }

/**
 * Why the ledger's sales and refunds of a period differ from those of the orders placed in it, in points. `prepaid`:
 * paid for auto orders placed in the period, less the runs made in it. `shifted`: refunded in the period, less all
 * refunds of the period's orders. `rest`: the difference in sales that `prepaid` doesn't explain; 0 unless the books
 * are wrong.
 */
export function ledgerDifference(ledger: Sums, orders: Sums, { paid, ran }: { paid: number; ran: number }) {
  const prepaid = roundPoints(paid - ran)
  return {
    prepaid,
    shifted: roundPoints(ledger.refunded - orders.refunded),
    rest: roundPoints(ledger.sales - orders.sales - prepaid),
  }
}

export type LedgerDifference = ReturnType<typeof ledgerDifference>
