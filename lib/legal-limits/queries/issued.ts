import { type Db, oneRow } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { readRollUpMark } from '#lib/reports/marks.ts'
import { sumsFromDaySql } from '#lib/reports/sum-days.ts'
import { isGiftSql } from '../issue-sql.ts'

/**
 * Points issued and outstanding, in hundredths of a point. `balance`: all points outstanding now. `quarters`: points
 * outstanding at the end of each quarter since the first quarter of last year, newest first. `average`: average of the
 * quarters; null if no quarter has ended. `paid` and `free`: points issued for payment and without payment.
 */
export type IssuedPoints = {
  balance: Points
  average: Points | null
  thisYear: { paid: Points; free: Points }
  lastYear: { paid: Points; free: Points }
  quarters: { day: string; balance: Points }[]
}

type Sums = {
  balance: Points
  thisPaid: Points
  thisFree: Points
  lastPaid: Points
  lastFree: Points
}

/**
 * SQL for the sum of a column over the year that begins on the day `year`. `unstored` is added for the days that have
 * no row yet.
 */
const yearSum = (column: string, year: string, unstored = '0') =>
  `(coalesce((SELECT sum(${column}) FROM issue_days, today WHERE day BETWEEN ${year} AND ${year} + interval '1 year' - interval '1 day'), 0) + ${unstored})::bigint`

/** SQL for the first day that has no row in issue_days yet. */
const firstUnstoredDay = "coalesce((SELECT day FROM last_day) + 1, '-infinity'::date)"

// The days without a stored row are summed up by `sumsFromDaySql` ($1 is the text of `readRollUpMark`), and all count
// as days of this year. For the last day of a year this is wrong, but only in the minutes until that day is stored.
const sumsSql = `
  WITH today AS (
    SELECT date_trunc('year', now() AT TIME ZONE 'Asia/Seoul')::date AS this_year,
      (date_trunc('year', now() AT TIME ZONE 'Asia/Seoul') - interval '1 year')::date AS last_year
  ), last_day AS (SELECT max(day) AS day FROM issue_days), booked AS (
    SELECT charged AS paid, charged - sales + refunded + other AS delta,
      (SELECT coalesce(sum(delta), 0)::bigint FROM point_entries
       WHERE ${isGiftSql} AND created_at >= ${firstUnstoredDay}::timestamp AT TIME ZONE 'Asia/Seoul') AS free
    FROM (${sumsFromDaySql(firstUnstoredDay, '$1')}) AS sums
  )
  SELECT (coalesce((SELECT balance FROM issue_days WHERE day = (SELECT day FROM last_day)), 0) + booked.delta)::bigint AS balance,
    ${yearSum('paid', 'today.this_year', 'booked.paid')} AS this_paid, ${yearSum('free', 'today.this_year', 'booked.free')} AS this_free,
    ${yearSum('paid', 'today.last_year')} AS last_paid, ${yearSum('free', 'today.last_year')} AS last_free
  FROM booked`

const quartersSql = `
  SELECT day::text AS day, balance FROM issue_days
  WHERE day IN (SELECT (q + interval '3 months' - interval '1 day')::date FROM (SELECT now() AT TIME ZONE 'Asia/Seoul' AS at) AS n,
    generate_series(date_trunc('year', n.at) - interval '1 year', date_trunc('quarter', n.at) - interval '1 day', interval '3 months') AS q)
  ORDER BY day DESC`

const averageOf = (quarters: readonly { balance: Points }[]): Points | null =>
  quarters.length === 0 ? null : quarters.reduce((sum, { balance }) => sum + balance, 0n) / BigInt(quarters.length)

/** Points that the shop has issued, and points that are outstanding, as of now (docs/contract.md#legal-limits). */
export async function issuedPoints(db: Db): Promise<IssuedPoints> {
  const [sums, quarters] = await Promise.all([
    readRollUpMark(db, 'days').then((mark) => oneRow<Sums>(db, sumsSql, [mark])),
    db.rows<{ day: string; balance: Points }>(quartersSql),
  ])
  return {
    balance: sums.balance,
    average: averageOf(quarters),
    thisYear: { paid: sums.thisPaid, free: sums.thisFree },
    lastYear: { paid: sums.lastPaid, free: sums.lastFree },
    quarters,
  }
}
