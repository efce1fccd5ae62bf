import type { Db } from '#lib/core/db.ts'
import { seoulDaySql } from '#lib/reports/sum-days.ts'
import { issueSumsSql } from './issue-sql.ts'

// Computes the balance at the end of a day as the present balance less what was booked after that day. So stored
// balances can't drift from the real ones. This is one statement, so that balances and ledger are read as of the same
// moment. The first run begins with the day on which the first member signed up.
const storeSql = `
  WITH bounds AS (
    SELECT coalesce((SELECT max(day) + 1 FROM issue_days), (SELECT ${seoulDaySql('min(created_at)')} FROM members)) AS from_day,
      ${seoulDaySql("(now() - interval '10 minutes')")} AS open_day
  ), booked AS (
    SELECT ${seoulDaySql('created_at')} AS day, ${issueSumsSql} FROM point_entries
    WHERE created_at >= (SELECT from_day FROM bounds)::timestamp AT TIME ZONE 'Asia/Seoul' GROUP BY 1
  ), days AS (
    SELECT d::date AS day, coalesce(b.paid, 0) AS paid, coalesce(b.free, 0) AS free,
      (SELECT coalesce(sum(point), 0) FROM balances) - coalesce((SELECT sum(delta) FROM booked WHERE booked.day > d::date), 0) AS balance
    FROM bounds, generate_series(bounds.from_day, bounds.open_day - 1, interval '1 day') AS d LEFT JOIN booked b ON b.day = d::date
  )
  INSERT INTO issue_days (day, paid, free, balance) SELECT day, paid, free, balance::bigint FROM days
  ON CONFLICT (day) DO NOTHING RETURNING day`

/**
 * Stores, for each past day that has no row yet, the points issued on it and the points outstanding at its end. A day
 * is stored ten minutes after its end at the earliest. Returns the number of days stored
 * (docs/contract.md#legal-limits).
 */
export async function rollUpIssues(db: Db): Promise<number> {
  return (await db.rows(storeSql)).length
}
