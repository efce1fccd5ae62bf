import sql, { raw, type Sql } from 'sql-template-tag'
import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import { countHistory } from './queries/count-history.ts'
import { openOrder, openSubscription } from './rules.ts'
import type { OrderHistoryQuery } from './schema.ts'

type StoredOrder = {
  id: number
  createdAt: Date
  serviceId: number
  link: string
  /** Price of the whole order. */
  price: Points
  /** Sum of the order's refunds. */
  refunded: Points
  /** Points given back for followers that dropped after the delivery. */
  recovered: Points
  /** Quantity ordered. */
  amount: number
  status: number
  startCount: number | null
  remains: number
  autoOrderId: number | null
}

/** The type that an order's service had when it was placed, and the order's details. */
export type OrderTypeAndDetails = { serviceType: ServiceTypeName; details: OrderDetails | null }

const orderColumns = raw(
  'o.id, o.created_at, o.service_id, o.link, o.price, o.refunded, o.recovered, o.amount, o.status, o.start_count, o.remains, o.auto_order_id',
)

/** Converts a database row to an order as calls return it: money in points, times as ISO 8601 text. */
export function toOrderRow(row: StoredOrder) {
  const {
    id,
    createdAt,
    serviceId,
    link,
    price,
    refunded,
    recovered,
    amount,
    status,
    startCount,
    remains,
    autoOrderId,
  } = row
  const point = pointsToNumber(price)
  return {
    id,
    createdAt: createdAt.toISOString(),
    serviceId,
    link,
    point,
    refunded: pointsToNumber(refunded),
    recovered: pointsToNumber(recovered),
    amount,
    status,
    startCount,
    remains,
    autoOrderId,
  }
}

const isRecentOrderSql = "created_at > now() - interval '3 months'"

/**
 * SQL condition: an order is listed for its member, because it was placed in the last 3 months, or hasn't ended, so
 * that he can follow it and ask for its cancellation.
 */
export const isListedOrderSql = `(${isRecentOrderSql} OR ${openOrder.sql()})`

/**
 * Which orders, or auto orders, a member's list contains. `withOlderRunning` true, as on screens: those of the last 3
 * months, and older ones that are still running. False: only those of the last 3 months.
 */
export type OrderListOptions = { withOlderRunning: boolean }

/**
 * SQL condition for a member's list of orders: those that he placed in the last 3 months; with `withOlderRunning` also
 * older ones that haven't ended (`isListedOrderSql`). If `status` is given, only orders with this status. The condition
 * then leaves out the part that can't be true for this status, which makes the query faster.
 */
function memberOrdersCondition(
  memberId: number,
  status: number | undefined,
  { withOlderRunning }: OrderListOptions,
): Sql {
  const own = sql`member_id = ${memberId}`
  if (status === undefined) return sql`${own} AND ${raw(withOlderRunning ? isListedOrderSql : isRecentOrderSql)}`
  const isAnyAge = withOlderRunning && openOrder.holds({ status })
  return sql`${own} AND status = ${status} AND ${raw(isAnyAge ? 'true' : isRecentOrderSql)}`
}

/** SQL condition: the refill period of order `o` isn't over, so that its member can ask for a refill. */
const isRefillableSql = `o.status = ${orderStatus.COMPLETED} AND EXISTS (
  SELECT FROM services s JOIN order_events e ON e.order_id = o.id AND e.to_status = o.status AND e.from_status <> e.to_status
  WHERE s.id = o.service_id AND e.at > now() - s.refill_days * interval '1 day')`

/**
 * One page of a member's orders (`memberOrdersCondition`), newest first. `total`: their number on all pages, counted up
 * to MAX_COUNTED (docs/contract.md#member-lists). Reads the ids of the page first, from an index that has all columns
 * of the condition, and then the rows. In a single step, for a member with a large share of all orders, PostgreSQL
 * would read the orders of all members, newest first, until it has found enough of his.
 */
export async function orderHistory(
  db: Db,
  memberId: number,
  { status, page, size }: OrderHistoryQuery,
  options: OrderListOptions = { withOlderRunning: false },
) {
  const where = memberOrdersCondition(memberId, status, options)
  const [rows, total] = await Promise.all([
    db.rows<StoredOrder>(
      sql`SELECT ${orderColumns} FROM orders o WHERE o.id IN (
          SELECT id FROM orders WHERE ${where} ORDER BY id DESC LIMIT ${size} OFFSET ${(page - 1) * size}::bigint
        ) ORDER BY o.id DESC`,
    ),
    countHistory(db, memberId, { where, isWhole: status === undefined }),
  ])
  return { rows: rows.map(toOrderRow), total }
}

/**
 * SQL condition: order `o` has changed in the last 3 months, even if it was placed earlier. When an older order ends,
 * its member gets a notice with a link to the order, so he must be able to open it.
 */
const hasChangedLatelySql =
  "EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.at > now() - interval '3 months')"

/**
 * The member's order with this id, as a list of one row. Empty if `orderId` is null, or the order is another member's,
 * or it is neither listed (`isListedOrderSql`) nor has changed lately nor can be refilled.
 */
export async function readSingleOrderList(db: Db, memberId: number, orderId: number | null) {
  if (orderId === null) return []
  const where = sql`o.id = ${orderId} AND o.member_id = ${memberId} AND (${raw(isListedOrderSql)} OR ${raw(hasChangedLatelySql)} OR ${raw(isRefillableSql)})`
  return (await db.rows<StoredOrder>(sql`SELECT ${orderColumns} FROM orders o WHERE ${where}`)).map(toOrderRow)
}

/**
 * Without a search, one page of a member's orders, including running ones of any age (`orderHistory`). If he searched
 * for an order, only that order, whatever its status (`readSingleOrderList`). `searched`: the id searched for; null if
 * the search text is no id; undefined if there is no search.
 */
export async function findMemberOrders(
  db: Db,
  memberId: number,
  query: OrderHistoryQuery,
  searched: number | null | undefined,
) {
  if (searched === undefined) return orderHistory(db, memberId, query, { withOlderRunning: true })
  const rows = await readSingleOrderList(db, memberId, searched)
  return { rows, total: rows.length }
}

type EventRow = {
  fromStatus: number | null
  toStatus: number
  actor: string
  reason: string | null
  remains: number
  at: Date
}
type EntryRow = { kind: string; delta: Points; balanceAfter: Points; createdAt: Date }

/** Kind of an actor, such as 'staff' for 'staff:7'. Members don't see which staff member acted. */
const actorKind = (actor: string): string => actor.split(':')[0] ?? ''

/**
 * Events and ledger entries of an order, both oldest first. Includes the entries for debts that its refunds and
 * recovery paid off. Leaves out entries that paid for several orders together (a bulk order, an auto order).
 */
async function orderTimeline(db: Db, orderId: number) {
  const [events, entries] = await Promise.all([
    db.rows<EventRow>(
      'SELECT from_status, to_status, actor, reason, remains, at FROM order_events WHERE order_id = $1 ORDER BY id',
      [orderId],
    ),
    db.rows<EntryRow>(
      `SELECT kind, delta, balance_after, created_at FROM (
         SELECT * FROM point_entries WHERE kind IN ('ORDER', 'ORDER_REFUND', 'UNFOLLOW_RECOVERY') AND ref_type = 'order' AND ref_id = $1
         UNION ALL
         SELECT e.* FROM debt_recoveries d
           JOIN point_entries e ON e.kind = 'DEBT_RECOVERY' AND e.ref_id = d.charge_id AND e.seq = d.seq
             AND e.ref_type = CASE d.cause WHEN 'REWARD' THEN 'reward' ELSE 'charge' END
         WHERE d.credit_kind IN ('ORDER_REFUND', 'UNFOLLOW_RECOVERY') AND d.credit_ref_type = 'order' AND d.credit_ref_id = $1
       ) AS entries ORDER BY id`,
      [orderId],
    ),
  ])
  return {
    events: events.map(({ fromStatus, toStatus, actor, reason, remains, at }) => ({
      from: fromStatus,
      to: toStatus,
      actor: actorKind(actor),
      reason,
      remains,
      at: at.toISOString(),
    })),
    entries: entries.map(({ kind, delta, balanceAfter, createdAt }) => ({
      kind,
      delta: pointsToNumber(delta),
      balanceAfter: pointsToNumber(balanceAfter),
      createdAt: createdAt.toISOString(),
    })),
  }
}

/**
 * One order with its events and ledger entries; null if there is no such order, or if it isn't an order of `memberId`
 * (null: any member).
 */
export async function orderWithTimeline(db: Db, orderId: number, memberId: number | null) {
  const [row] = await db.rows<StoredOrder & OrderTypeAndDetails & { unitPrice: UnitPrice; bulkOrderId: number | null }>(
    sql`SELECT ${orderColumns}, o.unit_price, o.service_type, o.details, o.bulk_order_id FROM orders o
      WHERE o.id = ${orderId}::bigint AND (${memberId}::int IS NULL OR o.member_id = ${memberId})`,
  )
  if (!row) return null
  const { serviceType, details, bulkOrderId } = row
  const unitPrice = unitPriceToNumber(row.unitPrice)
  return { ...toOrderRow(row), serviceType, details, bulkOrderId, unitPrice, ...(await orderTimeline(db, row.id)) }
}

/**
 * SQL condition: the public API returns the state of order `order`, because the order was placed or has changed within
 * a year, or is an open subscription. Changes count because a subscription, or an order that got stuck, may end more
 * than a year after it was placed, and resellers' programs must still learn how it ended (docs/contract.md#public-api).
 */
export const isStateReadableSql = (order: string): string => `(${openSubscription.sql(order)}
  OR ${order}.created_at > now() - interval '1 year'
  OR EXISTS (SELECT FROM order_events e WHERE e.order_id = ${order}.id AND e.at > now() - interval '1 year'))`

/**
 * Status and progress of a member's order for the public API. Null if the member has no such order, or if the API
 * doesn't return its state any more (`isStateReadableSql`).
 */
export async function orderProgress(db: Db, orderId: number, memberId: number) {
  const [row] = await db.rows<{ status: OrderStatus; remains: number; startCount: number | null }>(
    `SELECT status, remains, start_count FROM orders o
     WHERE id = $1::bigint AND member_id = $2 AND ${isStateReadableSql('o')}`,
    [orderId, memberId],
  )
  return row ?? null
}

/** Status, remaining quantity and sum of refunds of a member's own order; null if he has no such order. */
export async function memberOrderState(db: Db, memberId: number, orderId: number) {
  const [row] = await db.rows<{ status: number; remains: number; refunded: Points }>(
    'SELECT status, remains, refunded FROM orders WHERE id = $1::bigint AND member_id = $2',
    [orderId, memberId],
  )
  return row ?? null
}
