import { serviceById } from '#lib/catalog/queries.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownService } from '#lib/orders/errors.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { MIN_MEASURED_ORDERS } from './labels.ts'
import type { ServiceMeasures } from './schema.ts'

/**
 * Medians in seconds over the latest 10 and 100 ended orders, counts of outcomes, and the last price change. A median
 * is null if none of these orders started or, for `finish`, was completed. The fields of the price change are null if
 * the price never changed.
 */
type MeasuresRow = {
  orders: number
  start10: number | null
  start100: number | null
  finish10: number | null
  finish100: number | null
  completed: number
  partial: number
  canceled: number
  day: string | null
  priceFrom: UnitPrice | null
  priceTo: UnitPrice | null
}

const countSql = (status: number) => `count(*) FILTER (WHERE status = ${status})::int`
const medianSql = (column: string, where: string) =>
  `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${where})`

const measuresSql = `
  WITH latest AS (
    SELECT status, started_in, ended_in, row_number() OVER (ORDER BY ended_at DESC, order_id DESC) AS n
    FROM service_outcomes WHERE service_id = $1 ORDER BY ended_at DESC, order_id DESC LIMIT 100
  ), measured AS (
    SELECT count(*)::int AS orders, ${medianSql('started_in', 'n <= 10')} AS start10, ${medianSql('started_in', 'true')} AS start100,
      ${medianSql('ended_in', `n <= 10 AND status = ${orderStatus.COMPLETED}`)} AS finish10,
      ${medianSql('ended_in', `status = ${orderStatus.COMPLETED}`)} AS finish100,
      ${countSql(orderStatus.COMPLETED)} AS completed, ${countSql(orderStatus.PARTIAL)} AS partial,
      ${countSql(orderStatus.CANCELED)} AS canceled
    FROM latest
  )
  SELECT measured.*, changed.day::text AS day, changed.price_before AS price_from, changed.price_after AS price_to
  FROM measured LEFT JOIN LATERAL (
    SELECT day, price_before, price_after FROM service_days WHERE service_id = $1 AND kind = 'PRICE' ORDER BY day DESC LIMIT 1
  ) AS changed ON true`

/** The medians of a service with too few ended orders. */
const noMedians = { last10: null, last100: null }

/**
 * Measured delivery times and outcomes of a service, its refill days and its last price change
 * (docs/contract.md#measured-delivery).
 * @throws NOT_FOUND the catalogue doesn't have the service
 */
export async function measuresOfService(db: Db, serviceId: number): Promise<ServiceMeasures> {
  const service = await serviceById(db, serviceId)
  if (!service) throw unknownService()
  const row = await oneRow<MeasuresRow>(db, measuresSql, [serviceId])
  const isMeasured = row.orders >= MIN_MEASURED_ORDERS
  const { day, priceFrom, priceTo } = row
  return {
    orders: row.orders,
    start: isMeasured ? { last10: row.start10, last100: row.start100 } : noMedians,
    finish: isMeasured ? { last10: row.finish10, last100: row.finish100 } : noMedians,
    completed: isMeasured ? row.completed : 0,
    partial: isMeasured ? row.partial : 0,
    canceled: isMeasured ? row.canceled : 0,
    refillDays: service.refillDays,
    priceChange:
      day === null || priceFrom === null || priceTo === null
        ? null
        : { day, from: unitPriceToNumber(priceFrom), to: unitPriceToNumber(priceTo) },
  }
}
