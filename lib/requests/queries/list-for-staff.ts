import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
  daysCondition,
  firstInSpan,
  idAndSortKey,
  type ListKeys,
  type ListSpan,
  listPage,
  statusCondition,
} from '#lib/core/keyset.ts'
import { requestColumns, type StoredRequest, toRequestRow } from '../request-row.ts'
import { openRequest } from '../rules.ts'
import type { AdminRequestRow, adminRequestQuery } from '../schema.ts'

type StoredAdminRequest = StoredRequest & Omit<AdminRequestRow, keyof StoredRequest>

const columns =
  raw(`${requestColumns}, q.source, q.current_count, q.remote_id, o.member_id AS member_no, m.login_id AS member_id,
  s.text AS service_text, o.amount, o.remains, o.start_count, o.status AS order_status, o.link, o.clean_link,
  p.name AS provider_name, last.outcome, last.error`)

const requestsWithOrders = raw(`order_requests q JOIN orders o ON o.id = q.order_id JOIN members m ON m.id = q.member_id
  JOIN services s ON s.id = o.service_id LEFT JOIN providers p ON p.id = q.provider_id
  LEFT JOIN LATERAL (SELECT a.outcome, a.error FROM request_attempts a WHERE a.request_id = q.id ORDER BY a.id DESC LIMIT 1) AS last
    ON true`)

function toRow(stored: StoredAdminRequest): AdminRequestRow {
  const { memberNo, memberId, serviceText, amount, remains, startCount, currentCount, orderStatus } = stored
  const { link, cleanLink, providerName, remoteId, source, outcome, error } = stored
  return {
    ...toRequestRow(stored),
    ...{ memberNo, memberId, serviceText, amount, remains, startCount, currentCount, orderStatus },
    ...{ link, cleanLink, providerName, remoteId, source, outcome, error },
  }
}

const requestKeys: ListKeys = { table: 'order_requests', time: byColumn('created_at'), sorts: {} }

/**
 * Returns a function that makes the SQL for the ids of the requests that a filter selects, within a span of the list.
 * The search text `q` is an order's id.
 */
function requestIds({ status, kind, q, ...days }: Omit<z.output<typeof adminRequestQuery>, 'size' | 'cursor'>) {
  const text = q.trim()
  const orderId = /^\d{1,9}$/.test(text) ? Number(text) : 0
  const searchCondition = text === '' ? raw('true') : sql`f.order_id = ${orderId}`
  const where = sql`${statusCondition(status)} AND ${searchCondition} AND (${kind}::text IS NULL OR f.kind = ${kind})
    AND ${daysCondition(requestKeys, days)}`
  return (span: ListSpan): Sql =>
    sql`SELECT ${idAndSortKey(span)} FROM (SELECT id, order_id, kind, created_at, state AS status FROM order_requests) f
      WHERE ${firstInSpan(where, span)}`
}

/** One keyset page of members' requests for staff, newest first. The search text `q` is an order's id. */
export async function requestsForStaff(db: Db, wanted: z.output<typeof adminRequestQuery>) {
  const ids = requestIds(wanted)
  return listPage(
    db,
    { keys: requestKeys, wanted, ids, alias: 'q' },
    (rowsOfPage) => db.rows<StoredAdminRequest>(sql`SELECT ${columns} FROM ${requestsWithOrders} WHERE ${rowsOfPage}`),
    toRow,
  )
}

/** One request for staff; null if there is none. */
export async function requestForStaff(db: Db, id: number): Promise<AdminRequestRow | null> {
  const [row] = await db.rows<StoredAdminRequest>(sql`SELECT ${columns} FROM ${requestsWithOrders} WHERE q.id = ${id}`)
  return row ? toRow(row) : null
}

/** Number of open requests that staff handle. */
export const countStaffRequests = (db: Db): Promise<{ count: number }> =>
  oneRow(
    db,
    `SELECT count(*)::int AS count FROM order_requests q WHERE ${openRequest.sql('q')} AND q.provider_id IS NULL`,
  )
