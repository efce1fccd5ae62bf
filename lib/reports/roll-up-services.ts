import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { firstOfMonth } from './rules.ts'
import { currentUnitCostSql, orderSumsSql, roundedCostSql, unknownNetSql } from './sum-services.ts'

type ServiceLine = { serviceId: number; providerId: number }

// Stores the sums of a day. If the day was stored before with a known unit cost, that cost stays: the provider may
// charge another price now.
const storeDayStatement = `
  INSERT INTO daily_service_reports (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
  SELECT s.*, ${currentUnitCostSql('s')} FROM (${orderSumsSql}) AS s
  ON CONFLICT (day, service_id, provider_id) DO UPDATE SET orders = excluded.orders, amount = excluded.amount,
    delivered = excluded.delivered, sales = excluded.sales, refunded = excluded.refunded,
    unit_cost = coalesce(daily_service_reports.unit_cost, excluded.unit_cost)
  RETURNING service_id, provider_id`

const dropOtherLinesStatement = `
  DELETE FROM daily_service_reports WHERE day = $1::date
    AND (service_id, provider_id) NOT IN (SELECT * FROM unnest($2::int[], $3::int[]))`

const sumProvidersStatement = `
  INSERT INTO daily_provider_reports (day, provider_id, orders, amount, sales, refunded, cost, unknown)
  SELECT day, provider_id, sum(orders), sum(amount), sum(sales), sum(refunded), coalesce(sum(${roundedCostSql}), 0), sum(${unknownNetSql})
  FROM daily_service_reports WHERE day = $1::date GROUP BY day, provider_id`

const sumMonthStatement = `
  INSERT INTO monthly_service_reports (month, service_id, orders, amount, sales, refunded, cost, unknown)
  SELECT $1::date, service_id, sum(orders), sum(amount), sum(sales), sum(refunded), coalesce(sum(${roundedCostSql} * 1000), 0),
    sum(${unknownNetSql})
  FROM daily_service_reports WHERE day >= $1::date AND day < $1::date + interval '1 month' GROUP BY service_id`

async function storeDay(tx: Db, day: string): Promise<void> {
  const lines = await tx.rows<ServiceLine>(storeDayStatement, [day, day])
  const ids = [lines.map(({ serviceId }) => serviceId), lines.map(({ providerId }) => providerId)]
  await tx.rows(dropOtherLinesStatement, [day, ...ids])
  await tx.rows('DELETE FROM daily_provider_reports WHERE day = $1::date', [day])
  await tx.rows(sumProvidersStatement, [day])
}

/**
 * Stores the sums of days together with those of their month, in one transaction, so that a report never sees only one
 * of them updated.
 */
async function storeDays(tx: Db, month: string, days: readonly string[]): Promise<void> {
  for (const day of days) await storeDay(tx, day)
  await tx.rows('DELETE FROM monthly_service_reports WHERE month = $1::date', [month])
  await tx.rows(sumMonthStatement, [month])
}

/**
 * SQL for the time since when an order's change counts as new: ten minutes before the last roll-up, because a
 * transaction that began before the roll-up may have been committed after it.
 */
const changedSince = `coalesce((SELECT at FROM report_marks WHERE name = 'services'), '-infinity') - interval '10 minutes'`

const changedDaysQuery = `
  SELECT DISTINCT (created_at AT TIME ZONE 'Asia/Seoul')::date::text AS day FROM (
    SELECT created_at FROM orders WHERE created_at > ${changedSince}
    UNION ALL SELECT o.created_at FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.at > ${changedSince}
  ) AS o ORDER BY day`

/**
 * Computes again the sums of every day with orders that were placed, transitioned or refunded since the last roll-up,
 * however long ago that day is. Returns the number of days.
 */
export async function rollUpServices(db: Database): Promise<number> {
  const { at } = await oneRow<{ at: Date }>(db, 'SELECT now() AS at')
  const days = await db.rows<{ day: string }>(changedDaysQuery)
  for (const [month, own = []] of Object.entries(Object.groupBy(days, ({ day }) => firstOfMonth(day)))) {
    const ofMonth = own.map(({ day }) => day)
    await db.transaction((tx) => storeDays(tx, month, ofMonth))
  }
  await db.rows(
    `INSERT INTO report_marks (name, at) VALUES ('services', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
    [at],
  )
  return days.length
}
