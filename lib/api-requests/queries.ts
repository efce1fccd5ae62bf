import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { firstRequestIdAt } from '#lib/core/request-id.ts'
import type { ApiRequestQuery, ApiRequestRow } from './schema.ts'

type StoredRow = Omit<ApiRequestRow, 'at'> & { at: Date }

const DAY_MS = 86_400_000

/** Start of the day in Seoul that is `daysLater` days after `day`, in milliseconds since 1970. */
const dayStart = (day: string, daysLater = 0): number => Date.parse(`${day}T00:00:00+09:00`) + daysLater * DAY_MS

/**
 * Names under which the log contains this call. An action of API v2 has two names, because it can be called by GET and
 * by POST.
 */
function sameCalls(call: string): string[] {
  const [, v2] = /^(?:GET|POST) (\/api\/v2(?: .*)?)$/.exec(call) ?? []
  return v2 === undefined ? [call] : [`GET ${v2}`, `POST ${v2}`]
}

/**
 * SQL condition for the filters of a query. The days are compared with the calls' ids, which begin with the time of the
 * call: so one index is enough for all filters.
 */
function condition(memberId: number, { from, to, failed, call, key, id, cursor }: ApiRequestQuery): Sql {
  const conditions = [sql`r.member_id = ${memberId}`]
  if (id) conditions.push(sql`r.id = ${id}::uuid`)
  if (cursor) conditions.push(sql`r.id < ${cursor}::uuid`)
  if (from) conditions.push(sql`r.id >= ${firstRequestIdAt(dayStart(from))}::uuid`)
  if (to) conditions.push(sql`r.id < ${firstRequestIdAt(dayStart(to, 1))}::uuid`)
  if (failed) conditions.push(raw('r.failed'))
  if (call) conditions.push(sql`r.call = ANY (${sameCalls(call)}::text[])`)
  if (key) conditions.push(sql`r.key_id = ${key}`)
  return join(conditions, ' AND ')
}

/**
 * Calls of a member with his API keys, newest first, and the cursor of the next page. The ids of the page are found by
 * an index-only scan, because the index contains all columns of the filters.
 */
export async function apiRequestsOf(db: Db, memberId: number, query: ApiRequestQuery) {
  const rows = await db.rows<StoredRow>(
    sql`WITH page AS MATERIALIZED (
        SELECT r.id FROM api_requests r WHERE ${condition(memberId, query)} ORDER BY r.id DESC LIMIT ${query.size + 1}
      )
      SELECT r.id, r.created_at AS at, r.call, r.status, r.error_code, r.error, r.duration, r.key_id, k.name AS key_name,
        r.address, r.service_id, r.amount, r.order_id, r.omitted
      FROM page JOIN api_requests r ON r.id = page.id LEFT JOIN api_keys k ON k.id = r.key_id AND k.member_id = r.member_id
      ORDER BY r.id DESC`,
  )
  const page = rows.slice(0, query.size)
  return {
    rows: page.map(({ at, ...row }): ApiRequestRow => ({ ...row, at: at.toISOString() })),
    nextCursor: rows.length > query.size ? (page.at(-1)?.id ?? null) : null,
  }
}

const requestIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The member whose calls staff look at: his id (`memberNo`) and his login id (`memberId`). */
type LogOwner = { memberNo: number; memberId: string }

/** The member who made the call with this request id, or who has this login id or member id; null if there is none. */
async function logOwner(db: Db, wanted: string): Promise<LogOwner | null> {
  const columns = raw('m.id AS member_no, m.login_id AS member_id')
  const where = requestIdPattern.test(wanted)
    ? sql`m.id = (SELECT r.member_id FROM api_requests r WHERE r.id = ${wanted}::uuid)`
    : sql`m.login_id = ${wanted} OR m.id = ${/^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : 0}`
  // A login id may consist of digits: then the member with this login id comes before the member with this id.
  const [owner] = await db.rows<LogOwner>(
    sql`SELECT ${columns} FROM members m WHERE ${where} ORDER BY (m.login_id = ${wanted}) DESC LIMIT 1`,
  )
  return owner ?? null
}

/**
 * Searches the logged calls for staff (docs/contract.md#request-log). `q` is a request id, which finds that call, or a
 * member's login id or member id, which finds all his calls. If no member matches, `owner` is null and no calls are
 * found.
 */
export async function apiRequestsForStaff(db: Db, q: string, query: ApiRequestQuery) {
  const searched = q.trim().toLowerCase()
  const owner = searched === '' ? null : await logOwner(db, searched)
  if (!owner) return { owner, rows: [], nextCursor: null }
  const id = requestIdPattern.test(searched) ? searched : undefined
  return { owner, ...(await apiRequestsOf(db, owner.memberNo, { ...query, id })) }
}
