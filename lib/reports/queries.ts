import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { DailyRow, dailyQuery } from './schema.ts'
import { daySumsSql } from './sum-days.ts'

type Row = Omit<DailyRow, 'charged' | 'sales' | 'refunded' | 'other'> &
  Record<'charged' | 'sales' | 'refunded' | 'other', Points>

const MAX_REPORT_DAYS = 366

type ReportBounds = { fromDay: string; toDay: string; rolled: string; firstOpen: string }

const boundsQuery = `
  SELECT *, greatest(from_day, rolled) AS first_open FROM (SELECT greatest(coalesce($1::date, t.to_day - 29), t.to_day - ${MAX_REPORT_DAYS - 1})::text AS from_day, t.to_day::text,
    coalesce((SELECT max(day) FROM daily_reports), '-infinity'::date)::text AS rolled
  FROM (SELECT least(coalesce($2::date, today), today) AS to_day
    FROM (SELECT (now() AT TIME ZONE 'Asia/Seoul')::date AS today) AS n) AS t) AS b`

const sumColumns = 'day::text, orders, auto_orders, charges, members, charged, sales, refunded, other'

/** Sums of past days as stored by `rollUpDays`; days before the shop's first one have no row. */
const storedSumsQuery = `
  SELECT d::date::text AS day, ${[
    'orders',
    'auto_orders',
    'charges',
    'members',
    'charged',
    'sales',
    'refunded',
    'other',
  ]
    .map((name) => `coalesce(r.${name}, 0) AS ${name}`)
    .join(', ')}
  FROM generate_series($1::date, least($2::date, $3::date), interval '1 day') AS d LEFT JOIN daily_reports r ON r.day = d::date`

const toRow = ({ charged, sales, refunded, other, ...row }: Row): DailyRow => ({
  ...row,
  charged: pointsToNumber(charged),
  sales: pointsToNumber(sales),
  refunded: pointsToNumber(refunded),
  other: pointsToNumber(other),
})

/** Sums of each day, newest first: stored ones for past days, computed from the rows for days not stored yet. */
export async function dailyReportFor(db: Db, { from, to }: z.output<typeof dailyQuery>) {
  const { fromDay, toDay, rolled, firstOpen } = await oneRow<ReportBounds>(db, boundsQuery, [from ?? null, to ?? null])
  const [over, open] = await Promise.all([
    db.rows<Row>(storedSumsQuery, [fromDay, toDay, rolled]),
    db.rows<Row>(`SELECT ${sumColumns} FROM (${daySumsSql}) AS sums WHERE day > $3::date`, [firstOpen, toDay, rolled]),
  ])
  const rows = [...over, ...open].map(toRow).toSorted((a, b) => b.day.localeCompare(a.day))
  return { rows, nextCursor: null, total: rows.length }
}
