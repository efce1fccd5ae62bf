import { capLeftSql, countInCapSql } from '#lib/api-keys/daily-cap.ts'
import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { batchItems } from '#lib/core/batch-items.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { limitPerKey } from '#lib/core/limit-per-key.ts'
import type { Points } from '#lib/money/points.ts'
import type { UnitPrice } from '#lib/money/prices.ts'
import { priceRevisionSql } from '#lib/prices/queries.ts'
import { OPEN_ORDER_PER_LINK_INDEX, refuseIfLinkTaken } from './active-order.ts'
import { activeOrderOnLink } from './errors.ts'
import { orderStatus } from './labels.ts'

/**
 * A one-off order to insert. It passed all rules except those that the inserting statement checks: balance, API key and
 * daily cap, revisions of the service and of the member's prices, and idempotency key.
 */
export type NewOrder = {
  memberId: number
  serviceId: number
  /** Revision of the service whose price and rules were used. */
  revision: number
  /** Revision of the member's prices that `unitPrice` was computed by. */
  priceRevision: string
  unitPrice: UnitPrice
  /** Price of the whole order. */
  price: Points
  link: string
  cleanLink: string | null
  /** Quantity ordered. */
  amount: number
  serviceType: ServiceTypeName
  details: OrderDetails | null
  source: 'WEB' | 'API'
  /** Who places the order, as `actorText` writes it. */
  actor: string
  /** Name of the call that the idempotency key belongs to. */
  call: string
  /** The idempotency key; null if the request has none. */
  key: string | null
  /** Hash of the request's body, stored with the idempotency key. */
  bodyHash: Buffer | null
  /**
   * Id of the API key that the order was placed with, whose daily cap it counts towards; null for an order on the
   * website.
   */
  apiKeyId: number | null
}

// Places any number of orders in one round trip. Returns one row for each placed order.
// - Each order is placed with its debit, event, ledger entry and idempotency key, or not at all.
// - The orders of one member are placed in the given sequence, as long as his balance covers their running total. The
//   orders of one API key also need a daily cap that covers their running total (docs/contract.md#api-keys). An order
//   that the cap refuses takes nothing from the balance.
// - A test key places no order, nor does a key that was ended or frozen after the HTTP request was authenticated. The
//   lock on the API key keeps its cap from being deleted meanwhile.
// - Locks are taken in the sequence balances, API keys, caps, which prevents deadlocks. `lockClause` is the SQL clause
//   that locks the members' balances.
// - The new balance is computed from the row in `locked`, not from `balances.point`. If a credit changed the balance
//   after the statement began, PostgreSQL would first evaluate `balances.point - total` with the row's older version,
//   and a negative result would break the table's constraint.
const insertStatement = (lockClause: string): string => `
  WITH asked AS (
    SELECT a.*, sum(a.price) OVER (PARTITION BY a.api_key_id ORDER BY a.n) AS running_of_key
    FROM unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::int[],
        $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::text[], $15::text[], $16::int[],
        $17::text[]) WITH ORDINALITY
      AS a (member_id, service_id, revision, unit_price, price, link, clean_link, amount, source, actor, call, key, body_hash,
        service_type, details, api_key_id, price_revision, n)
    WHERE EXISTS (SELECT FROM services s WHERE s.id = a.service_id AND s.revision = a.revision)
      AND ${priceRevisionSql('a.member_id')} = a.price_revision
      AND NOT EXISTS (SELECT FROM idempotency_keys k WHERE k.member_id = a.member_id AND k.call = a.call AND k.key = a.key)
  ), locked AS (
    SELECT member_id, point FROM balances WHERE member_id IN (SELECT member_id FROM asked) ORDER BY member_id ${lockClause}
  ), keys AS (
    SELECT id FROM api_keys WHERE id IN (SELECT api_key_id FROM asked JOIN locked USING (member_id))
      AND frozen_at IS NULL AND NOT is_test
    ORDER BY id FOR KEY SHARE
  ), caps AS (
    SELECT key_id, ${capLeftSql} AS left_today FROM api_key_caps WHERE key_id IN (SELECT id FROM keys) ORDER BY key_id FOR UPDATE
  ), allowed AS (
    SELECT asked.*, sum(price) OVER (PARTITION BY member_id ORDER BY n) AS running
    FROM asked LEFT JOIN caps ON caps.key_id = api_key_id
    WHERE (api_key_id IS NULL OR api_key_id IN (SELECT id FROM keys)) AND (key_id IS NULL OR running_of_key <= left_today)
  ), taken AS (
    SELECT allowed.*, (locked.point - allowed.running)::bigint AS balance_after, nextval('shop_order_id_seq')::int AS id
    FROM allowed JOIN locked USING (member_id) WHERE allowed.running <= locked.point
  ), debit AS (
    UPDATE balances SET point = spent.point - spent.total
    FROM (SELECT member_id, locked.point, sum(price)::bigint AS total FROM taken JOIN locked USING (member_id)
      GROUP BY member_id, locked.point) AS spent
    WHERE balances.member_id = spent.member_id
    RETURNING balances.member_id
  ), counted AS (
    UPDATE api_key_caps SET ${countInCapSql('ordered.total')}
    FROM (SELECT api_key_id, sum(price)::bigint AS total FROM taken GROUP BY api_key_id) AS ordered
    WHERE key_id = ordered.api_key_id
  ), placed AS (
    INSERT INTO orders (id, member_id, service_id, unit_price, price, link, clean_link, amount, remains, source, service_type, details)
    SELECT id, member_id, service_id, unit_price, price, link, clean_link, amount, amount, source, service_type, details::jsonb
    FROM taken JOIN debit USING (member_id)
  ), event AS (
    INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, ${orderStatus.PENDING}, actor, amount FROM taken
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT member_id, 'ORDER', -price, balance_after, 'order', id, actor FROM taken ORDER BY n
  ), remembered AS (
    INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
    SELECT member_id, call, key, body_hash, jsonb_build_object('orderId', id) FROM taken WHERE key IS NOT NULL
  )
  SELECT n::int, id FROM taken`

/**
 * The statement for several orders at once. It skips members whose balance another transaction has locked, so that the
 * other members needn't wait. The skipped orders are then placed one by one.
 */
const gatheredStatement = insertStatement('FOR UPDATE SKIP LOCKED')
const singleStatement = insertStatement('FOR UPDATE')

/** The parameters of the statement: one array per column, with one element per order. */
const parameterArrays = (orders: NewOrder[]): unknown[][] => [
  orders.map((order) => order.memberId),
  orders.map((order) => order.serviceId),
  orders.map((order) => order.revision),
  orders.map((order) => order.unitPrice),
  orders.map((order) => order.price),
  orders.map((order) => order.link),
  orders.map((order) => order.cleanLink),
  orders.map((order) => order.amount),
  orders.map((order) => order.source),
  orders.map((order) => order.actor),
  orders.map((order) => order.call),
  orders.map((order) => order.key),
  orders.map((order) => order.bodyHash),
  orders.map((order) => order.serviceType),
  orders.map((order) => order.details && JSON.stringify(order.details)),
  orders.map((order) => order.apiKeyId),
  orders.map((order) => order.priceRevision),
]

/** An order that was placed: its position among the parameters, from 1, and its id. */
type PlacedRow = { n: number; id: number }

/** Inserts orders by one statement. Returns the id of each order; null for an order that wasn't placed. */
async function insertTogether(db: Db, orders: NewOrder[]): Promise<(number | null)[]> {
  try {
    const placed = await db.rows<PlacedRow>(gatheredStatement, parameterArrays(orders))
    const ids = new Map(placed.map(({ n, id }) => [n, id]))
    return orders.map((_, at) => ids.get(at + 1) ?? null)
  } catch (error) {
    // Nothing was placed: another transaction stored one of the idempotency keys at the same moment, or another open
    // order was on the link of one order. Null for each order makes `insertOrder` place it alone.
    if (isViolationOf(error, 'idempotency_keys_pkey') || isViolationOf(error, OPEN_ORDER_PER_LINK_INDEX))
      return orders.map(() => null)
    throw error
  }
}

/** Maximum number of orders in one statement. */
const MAX_ORDERS_TOGETHER = 64
/** Limits a member to four single inserts at once. More would only wait for each other's lock on his balance. */
const limitPerMember = limitPerKey(4)
/** For each database handle, the function that gathers orders placed at the same moment into one statement. */
const gathererOfDb = new WeakMap<Db, (order: NewOrder) => Promise<number | null>>()

function gathererOf(db: Db): (order: NewOrder) => Promise<number | null> {
  const existing = gathererOfDb.get(db)
  if (existing) return existing
  const distinctKey = ({ memberId, call, key }: NewOrder) => key && `${memberId}:${call}:${key}`
  const gatherer = batchItems<NewOrder, number | null>((orders) => insertTogether(db, orders), {
    maxItems: MAX_ORDERS_TOGETHER,
    distinctKey,
  })
  gathererOfDb.set(db, gatherer)
  return gatherer
}

/** Inserts one order. Returns its id, or null if it wasn't placed. @throws ACTIVE_ORDER */
async function insertAlone(db: Db, order: NewOrder): Promise<number | null> {
  try {
    const [placed] = await db.rows<PlacedRow>(singleStatement, parameterArrays([order]))
    return placed?.id ?? null
  } catch (error) {
    if (isViolationOf(error, 'idempotency_keys_pkey')) return null
    if (!isViolationOf(error, OPEN_ORDER_PER_LINK_INDEX)) throw error
    await refuseIfLinkTaken(db, order)
    throw activeOrderOnLink(null)
  }
}

/**
 * Places an order, first in one statement with others requested at the same moment; if that doesn't place it, alone.
 * Returns the order's id, or null if it wasn't placed. Reasons: balance or daily cap don't cover it, the API key was
 * ended or frozen, the service or the member's prices changed since they were read, or the idempotency key was used.
 * @throws ACTIVE_ORDER
 */
export async function insertOrder(db: Db, order: NewOrder): Promise<number | null> {
  const id = await gathererOf(db)(order)
  return id ?? limitPerMember(order.memberId, () => insertAlone(db, order))
}
