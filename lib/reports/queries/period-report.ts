import type { Db } from '#lib/core/db.ts'
import { dailyReportFor } from '../queries.ts'
import { chartBarsOf, comparisonPeriod, ledgerDifference, sumOfPoints } from '../rules.ts'
import { type ReportGroupBy, reportLines } from './lines.ts'
import { prepaidRunPoints } from './prepaid-runs.ts'

type Days = { from: string; to: string }

async function daysOf(db: Db, span: Days) {
  const [{ rows }, lines] = await Promise.all([dailyReportFor(db, span), reportLines(db, { ...span, by: 'day' })])
  return { rows, lines, days: chartBarsOf(rows, lines) }
}

/**
 * The report of a period: the bars of its chart (`days`), its lines grouped by `by`, and why the sums of the lines
 * differ from the ledger's (`difference`). `before` are the bars of the earlier period with which the period is
 * compared.
 */
export async function periodReport(db: Db, { from, to, by }: Days & { by: ReportGroupBy }) {
  const span = { from, to }
  const comparedWith = comparisonPeriod(span)
  const [current, { days: before }, grouped, runs] = await Promise.all([
    daysOf(db, span),
    daysOf(db, comparedWith),
    by === 'day' ? null : reportLines(db, { ...span, by }),
    prepaidRunPoints(db, span),
  ])
  const lines = grouped ?? current.lines
  const sums = (rows: readonly { sales: number; refunded: number }[]) => ({
    sales: sumOfPoints(rows, ({ sales }) => sales),
    refunded: sumOfPoints(rows, ({ refunded }) => refunded),
  })
  return {
    comparedWith,
    before,
    days: current.days,
    lines,
    difference: ledgerDifference(sums(current.rows), sums(lines), runs),
  }
}
