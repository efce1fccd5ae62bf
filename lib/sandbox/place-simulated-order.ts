import { capLeftSql, countInCapSql } from '#lib/api-keys/daily-cap.ts'
import type { Service } from '#lib/catalog/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { sameBytes } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { keyReused } from '#lib/idempotency/errors.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { checkAutoEnabled } from '#lib/orders/auto/place-auto-order.ts'
import {
  idempotencyScope,
  type OrderRequest,
  type ParsedOrderRequest,
  placeOrderOfKind,
} from '#lib/orders/place-order.ts'
import { isAutoOrder } from '#lib/orders/rules.ts'
import type { PlacedOrder } from '#lib/orders/schema.ts'
import { dropOldest } from './drop-oldest.ts'
import { lockSandbox } from './lock-sandbox.ts'
import { sandboxPointSql } from './queries.ts'
import { endOf, endTimeOf, outcomeOfLink } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

// The sandbox $1 is locked before, by a statement of its own, so that this one sees what was placed meanwhile. API key
// and cap are checked and locked as for real orders (lib/orders/insert-orders.ts).
const insertStatement = `
  WITH sandbox AS (
    SELECT b.id, ${sandboxPointSql('$2::timestamptz')} AS point FROM sandboxes b WHERE b.id = $1
  ), api_key AS (
    SELECT id FROM api_keys WHERE id = $14::int AND is_test AND frozen_at IS NULL FOR KEY SHARE
  ), cap AS (
    SELECT ${capLeftSql} AS left_today FROM api_key_caps WHERE key_id IN (SELECT id FROM api_key) FOR UPDATE
  ), placed AS (
    INSERT INTO sandbox_orders (id, sandbox_id, created_at, amount, runs, price, outcome, ends_at, end_refund, call, key, body_hash)
    SELECT nextval('sandbox_order_id_seq')::int, id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
    FROM sandbox
    WHERE point >= $5::bigint AND EXISTS (SELECT FROM services WHERE id = $12 AND revision = $13)
      AND NOT EXISTS (SELECT FROM sandbox_orders o WHERE o.sandbox_id = $1 AND o.call = $9 AND o.key = $10)
      AND ($14::int IS NULL OR EXISTS (SELECT FROM api_key)) AND coalesce((SELECT left_today FROM cap) >= $5::bigint, true)
    RETURNING id, price
  ), counted AS (
    UPDATE api_key_caps SET ${countInCapSql('placed.price')} FROM placed WHERE key_id = $14::int
  )
  SELECT id FROM placed`

type Quote = { request: ParsedOrderRequest; service: Service; price: Points; now: Date }

function valuesOf({ request, service, price, now }: Quote): unknown[] {
  const { input, idempotency, apiKeyId = null } = request
  const { amount, link } = input
  const outcome = outcomeOfLink(link)
  const end = endOf({ amount: totalQuantity(amount, input.runs), price, outcome })
  return [
    ...[now, amount, Math.max(input.runs, 1), price, outcome, end && endTimeOf(now), end?.refunded ?? 0n],
    ...[idempotencyScope(request), idempotency?.key ?? null, idempotency?.bodyHash ?? null],
    ...[service.id, service.revision, apiKeyId],
  ]
}

async function insertSimulated(
  db: Database,
  owner: SandboxOwner,
  request: ParsedOrderRequest,
  service: Service,
): Promise<PlacedOrder | null> {
  const { link, amount, runs, serviceId } = request.input
  const price = priceOf(service.unitPrice, totalQuantity(amount, runs))
  const now = clock.now()
  const id = await db.transaction(async (tx) => {
    const { id: sandboxId, asked } = await lockSandbox(tx, owner, now)
    const values = valuesOf({ request, service, price, now })
    const [placed] = await tx.rows<{ id: number }>(insertStatement, [sandboxId, ...values])
    await dropOldest(tx, owner, { sandboxId, asked })
    return placed?.id ?? null
  })
  return id === null ? null : { ...idsOf(request, id), link, amount, serviceId, point: pointsToNumber(price) }
}

const idsOf = ({ input }: { input: { runs: number; interval: number } }, id: number) =>
  isAutoOrder(input) ? { orderId: id, autoOrderId: id } : { orderId: id }

/** @throws CONFLICT the first request with this idempotency key had another body */
async function firstSimulated(
  db: Db,
  { memberId, visitor }: SandboxOwner,
  request: OrderRequest,
): Promise<PlacedOrder | null> {
  const { idempotency, input } = request
  if (!idempotency) return null
  const [row] = await db.rows<{ id: number; amount: number; price: Points; bodyHash: Buffer }>(
    `SELECT o.id, o.amount, o.price, o.body_hash FROM sandbox_orders o JOIN sandboxes b ON b.id = o.sandbox_id
     WHERE (b.member_id = $1 OR b.visitor = $2) AND o.call = $3 AND o.key = $4`,
    [memberId, visitor, idempotencyScope(request), idempotency.key],
  )
  if (!row) return null
  if (!sameBytes(row.bodyHash, idempotency.bodyHash)) throw keyReused()
  const { link, serviceId } = input
  return { ...idsOf(request, row.id), link, amount: row.amount, serviceId, point: pointsToNumber(row.price) }
}

/**
 * Places a simulated order, or auto order, with a test key: refused for the same reasons as a real one, priced the same,
 * paid from the sandbox's balance (docs/contract.md#sandbox). Nothing else is written, and no provider hears of it.
 * @throws as `placeOrderOfKind`
 */
export function placeSimulatedOrder(db: Database, owner: SandboxOwner, request: OrderRequest): Promise<PlacedOrder> {
  const kind = {
    check: isAutoOrder(request.input) ? checkAutoEnabled : () => {},
    insert: (_: Db, parsed: ParsedOrderRequest, service: Service) => insertSimulated(db, owner, parsed, service),
    firstAnswer: (handle: Db, asked: OrderRequest) => firstSimulated(handle, owner, asked),
  }
  return placeOrderOfKind(kind, db, request)
}
