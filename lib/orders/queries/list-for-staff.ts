import sql, { join, raw, Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { detailsText } from '#lib/catalog/order-details.ts'
import type { Db } from '#lib/core/db.ts'
import {
  byColumn,
  type DaysAndSort,
  daysCondition,
  idsOfRowsSql,
  type ListKeys,
  type ListSpan,
  listPage,
  optionalStatusCondition,
  statusCondition,
  type WithAnySort,
} from '#lib/core/keyset.ts'
import { readNotifyChannel } from '#lib/members/notify-member.ts'
import { memberIdsMatching, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { type OrderTypeAndDetails, orderWithTimeline, toOrderRow } from '../queries.ts'
import { openOrder } from '../rules.ts'
import type { adminOrderQuery } from '../staff-schema.ts'

type StoredStaffOrder = Parameters<typeof toOrderRow>[0] & {
  memberNo: number
  memberId: string
  serviceText: string
  cleanLink: string | null
  source: string
}

const staffOrderColumns =
  raw(`o.id, o.created_at, o.service_id, o.link, o.clean_link, o.price, o.refunded, o.recovered, o.amount, o.status, o.start_count,
  o.remains, o.auto_order_id, o.source, o.member_id AS member_no, m.login_id AS member_id, s.text AS service_text`)

const ordersWithNames = raw('orders o JOIN members m ON m.id = o.member_id JOIN services s ON s.id = o.service_id')

function toStaffOrder(row: StoredStaffOrder) {
  const { memberNo, memberId, serviceText, cleanLink, source } = row
  return { ...toOrderRow(row), memberNo, memberId, serviceText, cleanLink, source }
}

const orderKeys: ListKeys<'createdAt' | 'point'> = {
  table: 'orders',
  time: byColumn('created_at'),
  sorts: { createdAt: byColumn('created_at'), point: byColumn('price') },
}

type OrderSearch = {
  orderId?: number
  memberNo?: number
  memberNos?: number[]
  /** True if the login ids of very many members begin with the text; the other fields are absent then. */
  matchesMany?: boolean
}

/**
 * Interprets the search text: a number of up to 9 digits is an order id, any other text the start of a member's login
 * id.
 */
async function orderSearch(db: Db, q: string): Promise<OrderSearch> {
  const text = q.trim()
  if (/^\d{1,9}$/.test(text)) return { orderId: Number(text) }
  if (text === '') return {}
  const memberNos = await memberIdsMatching(db, text)
  if (memberNos === null) return { matchesMany: true }
  // One member is compared with `=`, so that PostgreSQL uses the index on member_id; several are compared with a list.
  return memberNos.length === 1 ? { memberNo: memberNos[0] ?? 0 } : { memberNos }
}

type OrderFilter = DaysAndSort & { status?: number | undefined }

/** SQL conditions on orders `f` besides the days; undefined if all orders are requested. */
function orderConditions(status: number | undefined, { orderId, memberNo, memberNos }: OrderSearch): Sql | undefined {
  const conditions = [
    optionalStatusCondition(status),
    orderId !== undefined && sql`f.id = ${orderId}`,
    memberNo !== undefined && sql`f.member_id = ${memberNo}`,
    memberNos && sql`f.member_id = ANY (${memberNos}::int[])`,
  ].filter((each) => each instanceof Sql)
  return conditions.length > 0 ? join(conditions, ' AND ') : undefined
}

/**
 * Returns a function that makes SQL for the ids of the orders that a filter and a search select, in a span of the list:
 * the span of the page to show, or the span to count.
 */
async function orderIdsFor(db: Db, q: string, { status, ...wanted }: OrderFilter): Promise<(span: ListSpan) => Sql> {
  const search = await orderSearch(db, q)
  if (search.matchesMany) {
    const where = sql`${statusCondition(status)} AND ${daysCondition(orderKeys, wanted)}`
    const text = q.trim().toLowerCase()
    return (span) => rowIdsOfMembersSql({ keys: orderKeys, wanted, matchesMany: true, text, where, span })
  }
  const others = orderConditions(status, search)
  return (span) => idsOfRowsSql({ keys: orderKeys, wanted, others }, span)
}

/**
 * One keyset page of all members' orders for staff, newest first unless sorted otherwise
 * (docs/contract.md#staff-lists). A subquery finds the ids of the page before names are joined; for the orders of one
 * member it needs only an index.
 */
export async function ordersForStaff(db: Db, { q, ...wanted }: WithAnySort<z.output<typeof adminOrderQuery>>) {
  const ids = await orderIdsFor(db, q, wanted)
  return listPage(
    db,
    { keys: orderKeys, wanted, ids, alias: 'o' },
    (rowsOfPage) =>
      db.rows<StoredStaffOrder>(sql`SELECT ${staffOrderColumns} FROM ${ordersWithNames} WHERE ${rowsOfPage}`),
    toStaffOrder,
  )
}

/**
 * Latest orders of one member, at most `size`, newest first. A subquery finds their ids from an index, as in
 * `ordersForStaff`.
 */
export async function readLatestOrders(db: Db, memberNo: number, size: number) {
  const rows = await db.rows<StoredStaffOrder>(
    sql`SELECT ${staffOrderColumns} FROM ${ordersWithNames} WHERE o.id IN (
        SELECT id FROM orders WHERE member_id = ${memberNo} ORDER BY id DESC LIMIT ${size}
      ) ORDER BY o.id DESC`,
  )
  return rows.map(toStaffOrder)
}

/**
 * For each event of an order, oldest first, the login id of the staff member who made it; null if the actor isn't
 * staff.
 */
async function actingStaff(db: Db, orderId: number): Promise<(string | null)[]> {
  const rows = await db.rows<{ staffId: string | null }>(
    `SELECT m.login_id AS staff_id FROM order_events e
     LEFT JOIN members m ON m.id = substring(e.actor from '^staff:([0-9]{1,9})$')::int WHERE e.order_id = $1 ORDER BY e.id`,
    [orderId],
  )
  return rows.map((row) => row.staffId)
}

/** One order for staff with its member, events and ledger entries; null if there is no such order. */
export async function orderForStaff(db: Db, orderId: number) {
  const [row] = await db.rows<StoredStaffOrder>(
    sql`SELECT ${staffOrderColumns} FROM ${ordersWithNames} WHERE o.id = ${orderId}::bigint`,
  )
  if (!row) return null
  const [order, staff, channel] = await Promise.all([
    orderWithTimeline(db, row.id, null),
    actingStaff(db, row.id),
    readNotifyChannel(db, row.memberNo),
  ])
  if (!order) return null
  const events = order.events.map((event, at) => ({ ...event, staffId: staff[at] ?? null }))
  const { entries, serviceType, details, bulkOrderId } = order
  return { ...toStaffOrder(row), serviceType, details, bulkOrderId, events, entries, channel }
}

/** Numbers of open orders by status, shown above the list of orders. Statuses without open orders are left out. */
export const openOrderCounts = (db: Db): Promise<{ status: number; count: number }[]> =>
  db.rows(`SELECT status, count(*)::int AS count FROM orders WHERE ${openOrder.sql()} GROUP BY status`)

/**
 * A page of `ordersForStaff` for the CSV file, with the details of each order as text. The list on screen leaves the
 * details out, because they can be long.
 */
export async function ordersForFile(db: Db, query: Parameters<typeof ordersForStaff>[1]) {
  const page = await ordersForStaff(db, query)
  const withDetails = await db.rows<OrderTypeAndDetails & { id: number }>(
    'SELECT id, service_type, details FROM orders WHERE id = ANY ($1::int[]) AND details IS NOT NULL',
    [page.rows.map(({ id }) => id)],
  )
  const texts = new Map(withDetails.map(({ id, serviceType, details }) => [id, detailsText(serviceType, details)]))
  return { ...page, rows: page.rows.map((row) => ({ ...row, details: texts.get(row.id) ?? '' })) }
}
