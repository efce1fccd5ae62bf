import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { firstRequestIdAt } from '#lib/core/request-id.ts'
import type { ApiRequestQuery, ApiRequestRow } from './schema.ts'

type StoredRow = Omit<ApiRequestRow, 'at'> & { at: Date }

const DAY_MS = 86_400_000

/** When a day in Seoul begins, `later` days after `day`, in milliseconds since 1970. */
const dayStart = (day: string, later = 0): number => Date.parse(`${day}T00:00:00+09:00`) + later * DAY_MS

/**
 * SQL condition for the query's filters. Days are compared with ids, which begin with the time, so that one index
 * serves all filters.
 */
function condition(memberId: number, { from, to, failed, call, key, id, cursor }: ApiRequestQuery): Sql {
  const wanted = [sql`r.member_id = ${memberId}`]
  if (id) wanted.push(sql`r.id = ${id}::uuid`)
  if (cursor) wanted.push(sql`r.id < ${cursor}::uuid`)
  if (from) wanted.push(sql`r.id >= ${firstRequestIdAt(dayStart(from))}::uuid`)
  if (to) wanted.push(sql`r.id < ${firstRequestIdAt(dayStart(to, 1))}::uuid`)
  if (failed) wanted.push(raw('r.failed'))
  if (call) wanted.push(sql`r.call = ${call}`)
  if (key) wanted.push(sql`r.key_id = ${key}`)
  return join(wanted, ' AND ')
}

/**
 * Calls of a member with his API keys, newest first, and the cursor of the next page. An index-only scan finds the ids
 * of a page, because the index has all filtered columns.
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

type LogOwner = { memberNo: number; memberId: string }

/** The member whose call has this request id, or who has this login id or number; null if there is none. */
async function logOwner(db: Db, wanted: string): Promise<LogOwner | null> {
  const columns = raw('m.id AS member_no, m.login_id AS member_id')
  const where = requestIdPattern.test(wanted)
    ? sql`m.id = (SELECT r.member_id FROM api_requests r WHERE r.id = ${wanted}::uuid)`
    : sql`m.login_id = ${wanted} OR m.id = ${/^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : 0}`
  // A login id may consist of digits: the member who has it comes before the one with that number.
  const [owner] = await db.rows<LogOwner>(
    sql`SELECT ${columns} FROM members m WHERE ${where} ORDER BY (m.login_id = ${wanted}) DESC LIMIT 1`,
  )
  return owner ?? null
}

/**
 * The calls that staff look for (docs/contract.md#request-log): `q` is a request id, which finds that call, or the
 * login id or number of a member, which finds all of his. `owner` is null, and nothing is found, if nobody matches.
 */
export async function apiRequestsForStaff(db: Db, q: string, query: ApiRequestQuery) {
  const wanted = q.trim().toLowerCase()
  const owner = wanted === '' ? null : await logOwner(db, wanted)
  if (!owner) return { owner, rows: [], nextCursor: null }
  const id = requestIdPattern.test(wanted) ? wanted : undefined
  return { owner, ...(await apiRequestsOf(db, owner.memberNo, { ...query, id })) }
}
