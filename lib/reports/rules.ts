import type { DailyRow } from './schema.ts'

/** Key of the line of a report that adds up all lines after the first 400. */
export const OTHERS_KEY = 'others'

const DAY_MS = 86_400_000

/** The day `by` days after `day`. Days are texts such as '2026-03-01'. */
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** The later of two days. Days are texts such as '2026-03-01', which compare as text. */
export const laterDay = (a: string, b: string): string => (a > b ? a : b)
const earlierDay = (a: string, b: string): string => (a < b ? a : b)

export const firstDayOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** First day of the month after the month of `day`. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

function daysOf(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Parts of a span of days: whole months (as their first days), single days to add, and single days to subtract. */
export type MonthsAndDays = { months: string[]; plus: string[]; minus: string[] }

/**
 * Splits a span of days so that its sums can be read from as few rows as possible. For a month that is mostly in the
 * span, takes the whole month and subtracts the days outside the span.
 */
export function splitIntoMonths(from: string, to: string): MonthsAndDays {
  const parts: MonthsAndDays = { months: [], plus: [], minus: [] }
  for (let month = firstDayOfMonth(from); month <= to; month = nextMonth(month)) {
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

/** Sum of the points that `value` reads from each row, rounded to hundredths. */
export const sumOfPoints = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  roundPoints(rows.reduce((sum, row) => sum + value(row), 0))

const dayFields = ['orders', 'sales', 'refunded', 'charges', 'charged', 'members', 'net', 'cost', 'unknown'] as const

/**
 * Totals of a day `YYYY-MM-DD` or a month `YYYY-MM`: numbers, and amounts in points. `members` is the number of new
 * members. `net`, `cost` and `unknown` are about the orders placed in the day or month: sales less refunds, cost, and
 * the part of `net` without a known cost.
 */
export type ReportDay = { day: string } & Record<(typeof dayFields)[number], number>

/** The line of a report by day: totals of the orders placed on the day `key`. */
type DayLine = { key: string; sales: number; refunded: number; cost: number; unknown?: number }

/** Maximum number of days for which a chart has a bar per day; a longer chart has a bar per month. */
const MAX_BARS = 92

/** Adds up the days of each month, in the same order. */
const sumByMonth = (days: readonly ReportDay[]): ReportDay[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([day, daysOfMonth]) => {
    const sums = dayFields.map((field) => [field, sumOfPoints(daysOfMonth, (each) => each[field])])
    return { day, ...Object.fromEntries(sums) } as ReportDay
  })

/** The bars of a chart, oldest first: the days of a period, or its months if it has more than 92 days (MAX_BARS). */
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

/** Margin in points. Leaves out sales without a known cost, because all of them would count as margin. */
export const knownMargin = ({ net, cost, unknown }: Pick<ReportDay, 'net' | 'cost' | 'unknown'>): number =>
  roundPoints(net - unknown - cost)

type Days = { from: string; to: string }

/**
 * The earlier period with which a period is compared. For the first days of a month: the same days of the month before.
 * For a whole month: the whole month before. For any other period: as many days immediately before.
 */
export function comparisonPeriod({ from, to }: Days): Days {
  const month = firstDayOfMonth(from)
  if (from !== month || firstDayOfMonth(to) !== month) {
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    return { from: addDays(from, -length), to: addDays(from, -1) }
  }
  const last = addDays(month, -1)
  const previousMonth = firstDayOfMonth(last)
  const sameDay = `${previousMonth.slice(0, 8)}${to.slice(8)}`
  const isWhole = to === addDays(nextMonth(month), -1)
  return { from: previousMonth, to: isWhole || sameDay > last ? last : sameDay }
}

type Sums = { sales: number; refunded: number }

/**
 * Why the ledger's sales and refunds of a period differ from the sales and refunds of the orders placed in it, in
 * points:
 * - `prepaid`: price of the auto orders placed in the period, less the price of the runs made in it.
 * - `shifted`: refunds made in the period, less all refunds of the period's orders.
 * - `rest`: the part of the difference in sales that `prepaid` doesn't explain; 0 unless the books are wrong.
 */
export function ledgerDifference(ledger: Sums, orders: Sums, { paid, ran }: { paid: number; ran: number }) {
  const prepaid = roundPoints(paid - ran)
  return {
    prepaid,
    shifted: roundPoints(ledger.refunded - orders.refunded),
    rest: roundPoints(ledger.sales - orders.sales - prepaid),
  }
}

/** Why a period's sales and refunds in the ledger differ from those of its orders, in points. */
export type LedgerDifference = ReturnType<typeof ledgerDifference>
