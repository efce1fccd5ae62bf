import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { PrismaTx } from '#lib/core/prisma.ts'
import { type UnitPrice, unitPriceFromNumber } from '#lib/money/prices.ts'

/** Change of a service's price: the service's id, its old and its new price. */
export type ChangedPrice = { id: number; from: UnitPrice; to: UnitPrice }

/**
 * Sets the prices of services, and appends a row to the price history of each. The caller must have locked the
 * services, so that each `from` is still the service's price.
 */
export async function setPrices(
  tx: Db,
  { memberId }: StaffActor,
  { cause, batchId, prices }: { cause: 'BULK' | 'UNDO'; batchId: number; prices: readonly ChangedPrice[] },
): Promise<void> {
  await tx.rows(
    `WITH wanted AS (
       SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS w (id, price_from, price_to)
     ), priced AS (
       UPDATE services s SET unit_price = w.price_to FROM wanted w WHERE s.id = w.id
     )
     INSERT INTO price_changes (service_id, price_from, price_to, cause, actor_id, batch_id)
     SELECT id, price_from, price_to, $4, $5, $6 FROM wanted ORDER BY id`,
    [prices.map(({ id }) => id), prices.map(({ from }) => from), prices.map(({ to }) => to), cause, memberId, batchId],
  )
}

/** Fields of a service in the staff's list: its id, and its price per unit in won (`point`). */
type PricedRow = { id: number; point: number }

/**
 * Appends a row to a service's price history after staff have edited the service; does nothing if its price hasn't
 * changed.
 */
export async function recordPriceEdit(
  tx: PrismaTx,
  { memberId }: StaffActor,
  before: PricedRow,
  after: PricedRow,
): Promise<void> {
  const [priceFrom, priceTo] = [unitPriceFromNumber(before.point), unitPriceFromNumber(after.point)]
  if (priceFrom === null || priceTo === null || priceFrom === priceTo) return
  await tx.$executeRaw`INSERT INTO price_changes (service_id, price_from, price_to, cause, actor_id)
    VALUES (${after.id}, ${priceFrom}, ${priceTo}, 'EDIT', ${memberId})`
}
