import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { betweenSeoulDaysSql } from '../sum-days.ts'

const prepaidQuery = `
  SELECT coalesce((SELECT sum(price) FROM auto_orders WHERE ${betweenSeoulDaysSql('created_at', '$1', '$2')}), 0)::bigint AS paid,
    coalesce((SELECT sum(price) FROM orders WHERE auto_order_id IS NOT NULL AND ${betweenSeoulDaysSql('created_at', '$1', '$2')}), 0)::bigint AS ran`

/**
 * Points of auto orders in a period. `paid`: whole price of the auto orders placed in the period. `ran`: price of the
 * runs made in the period. The ledger's sales contain `paid`; the reports by service and provider contain `ran`
 * instead.
 */
export async function prepaidRunPoints(db: Db, { from, to }: { from: string; to: string }) {
  const { paid, ran } = await oneRow<{ paid: Points; ran: Points }>(db, prepaidQuery, [from, to])
  return { paid: pointsToNumber(paid), ran: pointsToNumber(ran) }
}
