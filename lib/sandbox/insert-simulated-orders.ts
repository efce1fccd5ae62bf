import { capLeftSql, countInCapSql } from '#lib/api-keys/daily-cap.ts'
import { isSubscription } from '#lib/catalog/service-types.ts'
import { clock } from '#lib/core/clock.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { limitPerKey } from '#lib/core/limit-per-key.ts'
import { type Points, smallerOf } from '#lib/money/points.ts'
import { totalQuantity } from '#lib/money/prices.ts'
import type { CheckedBulkRow } from '#lib/orders/bulk/check-rows.ts'
import type { BulkRowFit, NewBulkOrder, RowsAndPayer, StoredBulkOutcome } from '#lib/orders/bulk/insert-bulk-order.ts'
import { dropOldestSimulatedOrders } from './drop-oldest-simulated-orders.ts'
import { fillUpVisitorBalance } from './fill-up-sandbox-balance.ts'
import { lockSandbox } from './lock-sandbox.ts'
import { sandboxBalanceFor } from './queries.ts'
import { deliveryEndOf, outcomeOfLink, simulatedEndTimeOf } from './rules.ts'
import { type SandboxOwner, sandboxQueueKey } from './sandbox-owner.ts'
import { firstSimulatedOutcome, storeSimulatedOutcome } from './simulated-outcome.ts'

// Selects what is left today of the daily cap of the test key $1; null if the key has no cap. Selects no row if the key
// was ended or frozen, or if the revision of one of the services $2 isn't the one in $3 any more.
const capStatement = `
  WITH api_key AS (SELECT id FROM api_keys WHERE id = $1::int AND is_test AND frozen_at IS NULL)
  SELECT (SELECT ${capLeftSql} FROM api_key_caps WHERE key_id = $1)::bigint AS left_today
  WHERE ($1::int IS NOT NULL) = EXISTS (SELECT FROM api_key)
    AND NOT EXISTS (SELECT FROM unnest($2::int[], $3::int[]) AS a (service_id, revision)
      WHERE NOT EXISTS (SELECT FROM services s WHERE s.id = a.service_id AND s.revision = a.revision))`

const sumOf = (rows: readonly { price: Points }[]): Points => rows.reduce((sum, { price }) => sum + price, 0n)

/**
 * Computes for each order (row) of a call whether the sandbox's balance and the key's daily cap cover it, by the rules
 * for real orders (lib/orders/bulk/insert-bulk-order.ts). Returns [] if a service changed since it was read, or the
 * test key was ended or frozen.
 */
export async function checkSimulatedFit(
  db: Db,
  owner: SandboxOwner,
  { apiKeyId, rows }: Pick<RowsAndPayer, 'apiKeyId' | 'rows'>,
): Promise<BulkRowFit[]> {
  const services = rows.map(({ service }) => service)
  const [cap] = await db.rows<{ leftToday: Points | null }>(capStatement, [
    apiKeyId,
    services.map(({ id }) => id),
    services.map(({ revision }) => revision),
  ])
  if (!cap) return []
  const { leftToday } = cap
  const point = await sandboxBalanceFor(db, owner, sumOf(rows), clock.now())
  const available = leftToday === null ? point : smallerOf(point, leftToday)
  let spent = 0n
  return rows.map(({ index, price }) => {
    const fits = spent + price <= available
    const overCap = leftToday !== null && spent + price > leftToday
    if (fits) spent += price
    return { index, fits, overCap }
  })
}

const insertStatement = `
  INSERT INTO sandbox_orders (sandbox_id, created_at, id, amount, runs, price, outcome, ends_at, end_refund, subscription)
  SELECT $1, $2, * FROM unnest($3::int[], $4::int[], $5::int[], $6::bigint[], $7::text[], $8::timestamptz[], $9::bigint[], $10::jsonb[])`

type PlacedRow = CheckedBulkRow & { id: number }

async function insertRows(tx: Db, sandboxId: number, rows: readonly CheckedBulkRow[]): Promise<PlacedRow[]> {
  const now = clock.now()
  const ids = await tx.rows<{ id: number }>(
    "SELECT nextval('sandbox_order_id_seq')::int AS id FROM generate_series(1, $1)",
    [rows.length],
  )
  const placed = rows.map((row, at) => ({ ...row, id: ids[at]?.id ?? 0 }))
  const values = placed.map(({ id, input: { amount, runs, link, details }, service, price }) => {
    const outcome = outcomeOfLink(link)
    const end = deliveryEndOf({ amount: totalQuantity(amount, runs), price, outcome })
    const subscription = isSubscription(service.type) ? { posts: details?.posts, expiry: details?.expiry } : null
    const times = [end && simulatedEndTimeOf(now), end?.refunded ?? 0n, subscription && JSON.stringify(subscription)]
    return [id, amount, Math.max(runs, 1), price, outcome, ...times]
  })
  const columns = [0, 1, 2, 3, 4, 5, 6, 7].map((column) => values.map((row) => row[column]))
  await tx.rows(insertStatement, [sandboxId, now, ...columns])
  return placed
}

/** Simulated orders to place in one call. `atomic`: places all or none. */
export type NewSimulatedOrders = Omit<NewBulkOrder, 'memberId' | 'source' | 'expectedFits'>

/** Does the work of `insertSimulatedOrders` in the transaction `tx`. */
async function insertInTransaction(
  tx: Db,
  owner: SandboxOwner,
  request: NewSimulatedOrders,
): Promise<StoredBulkOutcome | null> {
  const { rows, apiKeyId, atomic, refused } = request
  const now = clock.now()
  const { id: sandboxId, callCount } = await lockSandbox(tx, owner, now)
  if (await firstSimulatedOutcome(tx, owner, request)) return null
  const fitOfRows = await checkSimulatedFit(tx, owner, request)
  if (fitOfRows.length === 0) return null
  await fillUpVisitorBalance(tx, owner, { sandboxId, price: sumOf(rows), now })
  const unfit = fitOfRows.filter(({ fits }) => !fits)
  const fitting = atomic && unfit.length > 0 ? [] : rows.filter((_, at) => fitOfRows[at]?.fits)
  const placed = fitting.length > 0 ? await insertRows(tx, sandboxId, fitting) : []
  const point = sumOf(placed)
  const outcome: StoredBulkOutcome = {
    orders: placed.map(({ index, id }) => [index, id]),
    short: unfit.filter(({ overCap }) => !overCap).map(({ index }) => index),
    capped: unfit.filter(({ overCap }) => overCap).map(({ index }) => index),
    refused: [...refused],
    point: Number(point),
  }
  if (placed.length === 0) return outcome
  await tx.rows(`UPDATE api_key_caps SET ${countInCapSql('$2::bigint')} WHERE key_id = $1`, [apiKeyId, point])
  await storeSimulatedOutcome(tx, sandboxId, request, outcome)
  await dropOldestSimulatedOrders(tx, owner, { sandboxId, callCount, placedCount: placed.length })
  return outcome
}

/**
 * Limits a sandbox's owner to one call at a time in this process. Further calls would only wait for the sandbox's lock,
 * each holding a database connection.
 */
const oneAtATime = limitPerKey(1)

/**
 * Places the simulated orders that the sandbox's balance and the test key's daily cap cover; with `atomic` all or none.
 * Returns the outcome of each order (row); null if a service changed since it was read, the idempotency key was used,
 * or the test key was ended or frozen.
 * @throws what `firstSimulatedOutcome` throws
 */
export const insertSimulatedOrders = (
  db: Database,
  owner: SandboxOwner,
  request: NewSimulatedOrders,
): Promise<StoredBulkOutcome | null> =>
  oneAtATime(sandboxQueueKey(owner), () => db.transaction((tx) => insertInTransaction(tx, owner, request)))
