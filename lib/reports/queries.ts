import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { readRollUpMark, sinceRollUpMarkSql } from './marks.ts'
import type { DailyRow, dailyReportQuery } from './schema.ts'
import { betweenSeoulDaysSql, daySumColumns, daySumsSql } from './sum-days.ts'

type Row = Omit<DailyRow, 'charged' | 'sales' | 'refunded' | 'other'> &
  Record<'charged' | 'sales' | 'refunded' | 'other', Points>

const MAX_REPORT_DAYS = 366

const boundsQuery = `
  SELECT greatest(coalesce($1::date, t.to_day - 29), t.to_day - ${MAX_REPORT_DAYS - 1})::text AS from_day, t.to_day::text
  FROM (SELECT least(coalesce($2::date, today), today) AS to_day
    FROM (SELECT (now() AT TIME ZONE 'Asia/Seoul')::date AS today) AS n) AS t`

const isSinceMarkSql = `${sinceRollUpMarkSql('days', 'created_at', '$3')} AND ${betweenSeoulDaysSql('created_at', '$1', '$2')}`

/** SQL for the sums of each day from $1 to $2: the stored sums plus the rows since the mark; 0 for an empty day. */
const sumsQuery = `
  SELECT d::date::text AS day, ${daySumColumns.map((name) => `coalesce(s.${name}, 0) + coalesce(f.${name}, 0) AS ${name}`).join(', ')}
  FROM generate_series($1::date, $2::date, interval '1 day') AS d
    LEFT JOIN day_sums s ON s.day = d::date LEFT JOIN (${daySumsSql(isSinceMarkSql)}) AS f ON f.day = d::date
  ORDER BY d DESC`

const toRow = ({ charged, sales, refunded, other, ...row }: Row): DailyRow => ({
  ...row,
  charged: pointsToNumber(charged),
  sales: pointsToNumber(sales),
  refunded: pointsToNumber(refunded),
  other: pointsToNumber(other),
})

/** Sums of each day, up to this moment, newest day first; at most MAX_REPORT_DAYS. */
export async function dailyReportFor(db: Db, { from, to }: z.output<typeof dailyReportQuery>) {
  const [{ fromDay, toDay }, mark] = await Promise.all([
    oneRow<{ fromDay: string; toDay: string }>(db, boundsQuery, [from ?? null, to ?? null]),
    readRollUpMark(db, 'days'),
  ])
  const rows = (await db.rows<Row>(sumsQuery, [fromDay, toDay, mark])).map(toRow)
  return { rows, nextCursor: null, total: rows.length }
}
