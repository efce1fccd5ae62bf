import type { Db } from '#lib/core/db.ts'

/** How many numbers `skipNumbers` leaves out: more than a shop gives between a moment and its restore. */
export const SKIPPED_NUMBERS = 100_000

/**
 * Sequences of numbers that members' programs store: services, orders and auto orders, bulk orders, requests, and
 * webhook deliveries, whose number receivers recognize a repeated delivery by.
 */
const sequences = [
  'services_id_seq',
  'shop_order_id_seq',
  'bulk_order_id_seq',
  'order_requests_id_seq',
  'webhook_deliveries_id_seq',
]

/**
 * Leaves out the next numbers of `sequences`. A restored database would give the numbers again that it gave after the
 * restored moment: a reseller's program would then order a new service in place of one that is lost, take a new order
 * for one of its own that is lost, and a new webhook delivery for a repeated one.
 */
export async function skipNumbers(db: Db): Promise<void> {
  for (const sequence of sequences)
    await db.rows('SELECT count(nextval($1::regclass)) FROM generate_series(1, $2::int)', [sequence, SKIPPED_NUMBERS])
}
