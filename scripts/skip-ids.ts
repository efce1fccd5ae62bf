import type { Db } from '#lib/core/db.ts'

/**
 * How many ids `skipIds` skips in each sequence: more than a shop assigns between the moment to which it is restored
 * and the restore itself.
 */
export const SKIPPED_IDS = 100_000

/**
 * Sequences of the ids that members' programs store: services, orders and auto orders, bulk orders, requests, and
 * webhook deliveries (by whose ids receivers recognize repeated deliveries).
 */
const sequences = [
  'services_id_seq',
  'shop_order_id_seq',
  'bulk_order_id_seq',
  'order_requests_id_seq',
  'webhook_deliveries_id_seq',
]

/**
 * Skips the next SKIPPED_IDS ids of each of `sequences`. Otherwise a restored database would assign once more the ids
 * that were assigned after the moment to which it is restored. A reseller's program would order a new service in place
 * of a lost one, mistake a new order for one of its own lost orders, and ignore a new webhook delivery as a repeated
 * one.
 */
export async function skipIds(db: Db): Promise<void> {
  for (const sequence of sequences)
    await db.rows('SELECT count(nextval($1::regclass)) FROM generate_series(1, $2::int)', [sequence, SKIPPED_IDS])
}
