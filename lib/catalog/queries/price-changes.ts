import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import type { PriceChangeCause } from '../labels.ts'
import type { PriceBatchRow, PriceHistoryRow } from '../price-change-schema.ts'

/**
 * SQL condition: service `s` still has the price that a bulk change gave it in row `c` of price_changes. False after
 * any later change of the price, except a bulk change that was undone. Two bulk changes can thus be undone one after
 * the other, the later one first.
 */
const stillStandsSql = `s.unit_price = c.price_to AND NOT EXISTS (
    SELECT FROM price_changes later LEFT JOIN price_batches b ON b.id = later.batch_id
    WHERE later.service_id = c.service_id AND later.id > c.id AND b.undone_at IS NULL
  )`

/**
 * For each service whose price undoing this bulk change would restore: its present price (`from`), and the price from
 * before the bulk change (`to`). Sorted by service id.
 */
export const restorablePrices = (db: Db, batchId: number): Promise<{ id: number; from: UnitPrice; to: UnitPrice }[]> =>
  db.rows(
    `SELECT s.id, c.price_to AS "from", c.price_from AS "to" FROM price_changes c JOIN services s ON s.id = c.service_id
     WHERE c.batch_id = $1 AND c.cause = 'BULK' AND ${stillStandsSql} ORDER BY s.id`,
    [batchId],
  )

type StoredBatch = Omit<PriceBatchRow, 'at'> & { at: Date }

/** The latest bulk changes of the last 24 hours, at most ten, newest first. */
export async function priceBatches(db: Db): Promise<PriceBatchRow[]> {
  const rows = await db.rows<StoredBatch>(
    `SELECT p.id, p.created_at AS at, m.login_id AS by, p.changed, p.restored, p.skipped,
       CASE WHEN p.undone_at IS NULL THEN (SELECT count(*)::int FROM price_changes c JOIN services s ON s.id = c.service_id
         WHERE c.batch_id = p.id AND ${stillStandsSql}) ELSE 0 END AS restorable
     FROM price_batches p JOIN members m ON m.id = p.actor_id
     WHERE p.created_at > now() - interval '1 day' ORDER BY p.id DESC LIMIT 10`,
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A row of a service's price history; for `by` see `priceHistoryRow`. */
type StoredChange = { at: Date; cause: PriceChangeCause; by: string | null; priceFrom: UnitPrice; priceTo: UnitPrice }

const MAX_CHANGES_SHOWN = 50

/** The latest changes of a service's price, at most MAX_CHANGES_SHOWN, newest first. @throws NOT_FOUND */
export async function priceHistoryOf(db: Db, serviceId: number): Promise<PriceHistoryRow[]> {
  const rows = await db.rows<StoredChange>(
    `SELECT c.created_at AS at, c.cause, m.login_id AS by, c.price_from, c.price_to
     FROM price_changes c LEFT JOIN members m ON m.id = c.actor_id
     WHERE c.service_id = $1 ORDER BY c.id DESC LIMIT ${MAX_CHANGES_SHOWN}`,
    [serviceId],
  )
  if (rows.length === 0) {
    const found = await db.rows('SELECT FROM services WHERE id = $1', [serviceId])
    if (found.length === 0) throw new AppError('NOT_FOUND', messages.notFound)
  }
  return rows.map(({ at, priceFrom, priceTo, ...row }) => ({
    ...row,
    at: at.toISOString(),
    from: unitPriceToNumber(priceFrom),
    to: unitPriceToNumber(priceTo),
  }))
}
