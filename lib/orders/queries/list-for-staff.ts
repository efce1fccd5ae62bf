import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins } from '#lib/core/search.ts'
import { idsOfMembers, membersMatching } from '#lib/members/queries.ts'
import type { Points } from '#lib/money/points.ts'
import { orderWithTimeline, toOrderRow } from '../queries.ts'
import { openOrder } from '../rules.ts'
import type { adminOrderQuery } from '../schema.ts'

type AdminRow = Parameters<typeof toOrderRow>[0] & {
  memberNo: number
  memberId: string
  serviceText: string
  cleanLink: string | null
  source: string
}

const adminColumns = `o.id, o.created_at, o.service_id, o.link, o.clean_link, o.price, o.refunded, o.amount, o.status, o.start_count,
  o.remains, o.auto_order_id, o.source, o.member_id AS member_no, m.login_id AS member_id, s.text AS service_text`

const joined = 'orders o JOIN members m ON m.id = o.member_id JOIN services s ON s.id = o.service_id'

function toAdminRow(row: AdminRow) {
  const { memberNo, memberId, serviceText, cleanLink, source } = row
  return { ...toOrderRow(row), memberNo, memberId, serviceText, cleanLink, source }
}

type OrderSearch = [orderId: number | null, memberNo: number | null, memberNos: number[] | null, pattern: string | null]

/** Parameters of the search: a number is searched as an order id, text as the start of a member's login id. */
async function searchOf(db: Db, q: string): Promise<OrderSearch> {
  const text = q.trim()
  if (/^\d{1,9}$/.test(text)) return [Number(text), null, null, null]
  if (text === '') return [null, null, null, null]
  const { memberNos, pattern } = await membersMatching(db, text)
  // Chooses the cheapest plan: the index on member_id for one member, a list of ids for a few, a join for very many.
  return memberNos?.length === 1 ? [null, memberNos[0] ?? null, null, null] : [null, null, memberNos, pattern]
}

// As a separate AND condition this becomes a join; inside an OR, each order would be compared with the whole list.
const ofMembers = 'o.member_id IN (SELECT id FROM members WHERE login_id LIKE $5::text)'

const filterOf = (pattern: string | null) => `($1::int IS NULL OR o.status = $1) AND ($2::int IS NULL OR o.id = $2)
  AND ($3::int IS NULL OR o.member_id = $3) AND ($4::int[] IS NULL OR o.member_id = ANY ($4))
  AND ${pattern === null ? '$5::text IS NULL' : ofMembers}`

const many = { table: 'orders', where: '($1::int IS NULL OR f.status = $1)', bounds: ['$2', '$3'], most: '$4' } as const

/**
 * Number of orders of all members whose login id starts with `q`, counted up to MOST_COUNTED; for searches that match
 * very many members.
 */
const countOfMany = (db: Db, q: string, status: number | undefined): Promise<number> =>
  countOf(db, `(${idsOfMembers({ ...many, many: true, counted: true })}) AS theirs`, [
    status ?? null,
    ...begins(q.trim().toLowerCase()),
    MOST_COUNTED,
  ])

/** Orders of all members for staff, newest first, one keyset page (docs/contract.md#staff-lists). */
export async function ordersForStaff(db: Db, { status, q, size, cursor }: z.output<typeof adminOrderQuery>) {
  const search = await searchOf(db, q)
  const filter = filterOf(search[3])
  const values = [status ?? null, ...search]
  const [rows, total] = await Promise.all([
    db.rows<AdminRow>(
      `SELECT ${adminColumns} FROM ${joined} WHERE ${filter} AND ($6::bigint IS NULL OR o.id < $6)
       ORDER BY o.id DESC LIMIT $7`,
      [...values, cursor ?? null, size + 1],
    ),
    search[3] === null ? countOf(db, `orders o WHERE ${filter}`, values) : countOfMany(db, q, status),
  ])
  return keysetPage(rows, { size, total }, toAdminRow)
}

/** Latest orders of one member, newest first. */
export async function lastOrdersOf(db: Db, memberNo: number, size: number) {
  const rows = await db.rows<AdminRow>(
    `SELECT ${adminColumns} FROM ${joined} WHERE o.member_id = $1 ORDER BY o.id DESC LIMIT $2`,
    [memberNo, size],
  )
  return rows.map(toAdminRow)
}

/**
 * Login id of the staff member who made each event of an order, sorted like the events; null where the actor isn't
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
  const [row] = await db.rows<AdminRow>(`SELECT ${adminColumns} FROM ${joined} WHERE o.id = $1::bigint`, [orderId])
  if (!row) return null
  const [order, staff] = await Promise.all([orderWithTimeline(db, row.id, null), actingStaff(db, row.id)])
  if (!order) return null
  const events = order.events.map((event, at) => ({ ...event, staffId: staff[at] ?? null }))
  return { ...toAdminRow(row), events, entries: order.entries }
}

/** Number and total price of the open orders by status, shown in the menu of the console. */
export async function openOrderCounts(db: Db): Promise<{ status: number; count: number; price: Points }[]> {
  return db.rows(
    `SELECT status, count(*)::int AS count, coalesce(sum(price), 0)::bigint AS price FROM orders
     WHERE ${openOrder.sql()} GROUP BY status`,
  )
}
