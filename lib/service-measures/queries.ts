import { serviceById } from '#lib/catalog/queries.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownService } from '#lib/orders/errors.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { MEASURED_FROM } from './labels.ts'
import type { ServiceMeasures } from './schema.ts'

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

const count = (status: number) => `count(*) FILTER (WHERE status = ${status})::int`
const median = (column: string, where: string) =>
  `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${column}) FILTER (WHERE ${where})`

const measuresSql = `
  WITH latest AS (
    SELECT status, started_in, ended_in, row_number() OVER (ORDER BY ended_at DESC, order_id DESC) AS n
    FROM service_outcomes WHERE service_id = $1 ORDER BY ended_at DESC, order_id DESC LIMIT 100
  ), measured AS (
    SELECT count(*)::int AS orders, ${median('started_in', 'n <= 10')} AS start10, ${median('started_in', 'true')} AS start100,
      ${median('ended_in', `n <= 10 AND status = ${orderStatus.COMPLETED}`)} AS finish10,
      ${median('ended_in', `status = ${orderStatus.COMPLETED}`)} AS finish100,
      ${count(orderStatus.COMPLETED)} AS completed, ${count(orderStatus.PARTIAL)} AS partial,
      ${count(orderStatus.CANCELED)} AS canceled
    FROM latest
  )
  SELECT measured.*, changed.day::text AS day, changed.price_before AS price_from, changed.price_after AS price_to
  FROM measured LEFT JOIN LATERAL (
    SELECT day, price_before, price_after FROM service_days WHERE service_id = $1 AND kind = 'PRICE' ORDER BY day DESC LIMIT 1
  ) AS changed ON true`

const tooFew = { last10: null, last100: null }

/**
 * Measured delivery times and outcomes of a service on sale, and its refill days (docs/contract.md#measured-delivery).
 * @throws NOT_FOUND the catalogue doesn't contain the service
 */
export async function measuresOfService(db: Db, serviceId: number): Promise<ServiceMeasures> {
  const service = await serviceById(db, serviceId)
  if (!service) throw unknownService()
  const row = await oneRow<MeasuresRow>(db, measuresSql, [serviceId])
  const measured = row.orders >= MEASURED_FROM
  const { day, priceFrom, priceTo } = row
  return {
    orders: row.orders,
    start: measured ? { last10: row.start10, last100: row.start100 } : tooFew,
    finish: measured ? { last10: row.finish10, last100: row.finish100 } : tooFew,
    completed: measured ? row.completed : 0,
    partial: measured ? row.partial : 0,
    canceled: measured ? row.canceled : 0,
    refillDays: service.refillDays,
    priceChange:
      day === null || priceFrom === null || priceTo === null
        ? null
        : { day, from: unitPriceToNumber(priceFrom), to: unitPriceToNumber(priceTo) },
  }
}
