import { type Db, oneRow } from '#lib/core/db.ts'
import { addDays } from './rules.ts'
import { daySumsSql } from './sum-days.ts'

const sumColumns = 'day, orders, auto_orders, charges, members, charged, sales, refunded, other'

const openDaysQuery = `
  SELECT coalesce((SELECT max(day) + 1 FROM daily_reports),
      (SELECT (min(created_at) AT TIME ZONE 'Asia/Seoul')::date FROM members))::text AS from_day,
    ((now() - interval '10 minutes') AT TIME ZONE 'Asia/Seoul')::date::text AS open_day`

/**
 * Stores the sums of every past day that has none yet. A day is rolled up ten minutes after its end: rows are always
 * dated with the current time, so that none can be added to it any more. Returns the number of days stored.
 */
export async function rollUpDays(db: Db): Promise<number> {
  const { fromDay, openDay } = await oneRow<{ fromDay: string | null; openDay: string }>(db, openDaysQuery)
  if (!fromDay) return 0
  const rows = await db.rows(
    `INSERT INTO daily_reports (${sumColumns})
     SELECT ${sumColumns} FROM (${daySumsSql}) AS sums ON CONFLICT (day) DO NOTHING RETURNING day`,
    [fromDay, addDays(openDay, -1)],
  )
  return rows.length
}
