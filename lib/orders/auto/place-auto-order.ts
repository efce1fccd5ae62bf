import { capLeftSql, countInCapSql } from '#lib/api-keys/daily-cap.ts'
import { actorText, memberActor } from '#lib/audit/actor.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { cleanLink } from '#lib/catalog/rules.ts'
import { canHaveAutoOrders } from '#lib/catalog/service-types.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { partOf } from '#lib/money/share.ts'
import { type PricedService, priceRevisionSql } from '#lib/prices/queries.ts'
import { OPEN_ORDER_PER_LINK_INDEX } from '../active-order.ts'
import { activeOrderOnLink, autoOrdersNotSupported } from '../errors.ts'
import { orderStatus } from '../labels.ts'
import { idempotencyScope, type OrderRequest, type ParsedOrderRequest, placeOrderOfKind } from '../place-order.ts'
import type { PlacedOrder } from '../schema.ts'

// Debits the price of all runs and makes run 1, in one statement (docs/contract.md#auto-orders). The price counts
// towards the daily cap of the API key $16; $16 is null on the website. Balance, key and cap are locked as in
// lib/orders/insert-orders.ts.
const debitAndPlace = `
  WITH locked AS (
    SELECT point FROM balances WHERE member_id = $1 FOR UPDATE
  ), api_key AS (
    SELECT id FROM api_keys WHERE id = $16::int AND frozen_at IS NULL AND NOT is_test AND EXISTS (SELECT FROM locked)
    FOR KEY SHARE
  ), cap AS (
    SELECT ${capLeftSql} AS left_today FROM api_key_caps WHERE key_id IN (SELECT id FROM api_key) FOR UPDATE
  ), debit AS (
    UPDATE balances SET point = point - $5::bigint
    WHERE member_id = $1 AND point >= $5::bigint
      AND EXISTS (SELECT FROM services WHERE id = $2 AND revision = $3) AND ${priceRevisionSql('$1')} = $17
      AND NOT EXISTS (SELECT FROM idempotency_keys WHERE member_id = $1 AND call = $13 AND key = $14)
      AND ($16::int IS NULL OR EXISTS (SELECT FROM api_key)) AND coalesce((SELECT left_today FROM cap) >= $5::bigint, true)
    RETURNING point
  ), counted AS (
    UPDATE api_key_caps SET ${countInCapSql('$5::bigint')} FROM debit WHERE key_id = $16::int
  ), auto AS (
    INSERT INTO auto_orders (member_id, service_id, unit_price, price, link, clean_link, amount, runs, interval_minutes,
      completed, next_run_at)
    SELECT $1, $2, $4, $5, $6, $7, $8, $9, $10, 1, now() + $10::int * interval '1 minute' FROM debit RETURNING id
  ), placed AS (
    INSERT INTO orders (member_id, service_id, unit_price, price, link, clean_link, amount, remains, source, auto_order_id, run_no)
    SELECT $1, $2, $4, $11, $6, $7, $8, $8, 'AUTO', id, 1 FROM auto RETURNING id, auto_order_id
  ), event AS (
    INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, ${orderStatus.PENDING}, $12, $8 FROM placed
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT $1, 'AUTO_ORDER', -$5::bigint, debit.point, 'auto-order', auto.id, $12 FROM debit, auto
  ), remembered AS (
    INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
    SELECT $1, $13, $14, $15, jsonb_build_object('orderId', id) FROM placed WHERE $14::text IS NOT NULL
  )
  SELECT id, auto_order_id FROM placed`

async function insertAutoOrder(
  db: Db,
  request: ParsedOrderRequest,
  service: PricedService,
): Promise<PlacedOrder | null> {
  const { memberId, input, idempotency, apiKeyId = null } = request
  const price = priceOf(service.unitPrice, totalQuantity(input.amount, input.runs))
  const values = [
    memberId,
    service.id,
    service.revision,
    service.unitPrice,
    price,
    input.link,
    cleanLink(input.link, service.platformId),
    input.amount,
    input.runs,
    input.interval,
    partOf(price, 0, input.runs),
    actorText(memberActor(memberId)),
    idempotencyScope(request),
    idempotency?.key ?? null,
    idempotency?.bodyHash ?? null,
    apiKeyId,
    service.priceRevision,
  ]
  const placed = await runDebitAndPlace(db, values)
  if (!placed) return null
  const { link, amount, serviceId } = input
  return { orderId: placed.id, autoOrderId: placed.autoOrderId, link, amount, serviceId, point: pointsToNumber(price) }
}

/**
 * Runs `debitAndPlace`. Returns the ids of the first order and of the auto order, or null if nothing was placed.
 * Reasons: balance or daily cap don't cover the price, the API key was ended or frozen, the service or the member's
 * prices changed since they were read, or the idempotency key was used.
 * @throws ACTIVE_ORDER
 */
async function runDebitAndPlace(db: Db, values: unknown[]): Promise<{ id: number; autoOrderId: number } | null> {
  try {
    const [placed] = await db.rows<{ id: number; autoOrderId: number }>(debitAndPlace, values)
    return placed ?? null
  } catch (error) {
    if (isViolationOf(error, 'idempotency_keys_pkey')) return null
    if (isViolationOf(error, OPEN_ORDER_PER_LINK_INDEX)) throw activeOrderOnLink(null)
    throw error
  }
}

/** Refuses an auto order if the service's setting or its type doesn't allow auto orders. @throws CONFLICT */
export function refuseIfAutoOrdersOff({ enableAuto, type }: Service): void {
  if (!enableAuto || !canHaveAutoOrders(type)) throw autoOrdersNotSupported()
}

/**
 * Places an auto order: debits the price of all runs and makes the first one (docs/contract.md#auto-orders).
 * @throws what `placeOrderOfKind` throws
 */
export const placeAutoOrder = (db: Db, request: OrderRequest): Promise<PlacedOrder> =>
  placeOrderOfKind({ check: refuseIfAutoOrdersOff, insert: insertAutoOrder }, db, request)
