import type { z } from 'zod'
import type { Role } from '#lib/core/call.ts'
import { decrypt } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins, containing } from '#lib/core/search.ts'
import { idsOfMembers, meansMany } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { searchOf } from '../queries.ts'
import { maskedAccount, REFUND_HOURS, type RefundGround, refundableOf } from '../rules.ts'
import type { AdminRefundRow, adminChargeQuery, RefundRow } from '../schema.ts'

/** What the key of stored account numbers is derived for. */
export const REFUND_PURPOSE = 'refund-account'

// Reached by the charges, not by walking the ledger: a reseller may have a hundred thousand entries in 72 hours.
const ground = `
  WITH fresh AS (
    SELECT e.id, e.ref_id, e.delta, e.created_at FROM charges c
    JOIN point_entries e ON e.kind = 'CHARGE' AND e.ref_type = 'charge' AND e.ref_id = c.id
    WHERE c.member_id = $1 AND c.status = 1 AND e.created_at > now() - $2 * interval '1 hour'
  )
  SELECT b.point AS balance,
    coalesce((SELECT sum(delta) FROM fresh), 0)::bigint AS charged,
    (coalesce((SELECT sum(r.point) FROM refund_requests r WHERE r.member_id = $1 AND r.status = 1
        AND r.response_at >= (SELECT min(created_at) FROM fresh)), 0)
      - coalesce((SELECT sum(e.delta) FROM fresh JOIN point_entries e
        ON e.kind = 'CHARGE_REVERSAL' AND e.ref_type = 'charge' AND e.ref_id = fresh.ref_id), 0))::bigint AS taken,
    coalesce((SELECT sum(e.delta) FROM point_entries e WHERE e.member_id = $1 AND e.kind = 'UNFOLLOW_RECOVERY'
      AND e.id > (SELECT min(id) FROM fresh)), 0)::bigint AS recovered
  FROM balances b WHERE b.member_id = $1`

/** What a member could be paid back now. */
export async function refundable(db: Db, memberId: number): Promise<Points> {
  return refundableOf(await oneRow<RefundGround>(db, ground, [memberId, REFUND_HOURS]))
}

type Row = {
  id: number
  createdAt: Date
  point: Points
  status: number
  bank: string
  account: Buffer
  name: string
  reason: string | null
  responseAt: Date | null
}

type StaffRow = Row & { memberNo: number; memberId: string; email: string }

const columns = 'r.id, r.created_at, r.point, r.status, r.bank, r.account, r.name, r.reason, r.response_at'

/** Spelled out field by field: what staff see more of goes to nobody else. */
function toRow(row: Row): RefundRow {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    point: pointsToNumber(row.point),
    status: row.status,
    bank: row.bank,
    account: maskedAccount(decrypt(REFUND_PURPOSE, row.account)),
    name: row.name,
    reason: row.reason,
    responseAt: row.responseAt?.toISOString() ?? null,
  }
}

/** A member's wishes of the last 3 months, newest first. */
export async function refundsOf(db: Db, memberId: number): Promise<RefundRow[]> {
  const rows = await db.rows<Row>(
    `SELECT ${columns} FROM refund_requests r WHERE r.member_id = $1 AND r.created_at > now() - interval '3 months'
     ORDER BY r.id DESC LIMIT 10`,
    [memberId],
  )
  return rows.map(toRow)
}

/** One of a member's wishes, just made. */
export async function refundById(db: Db, id: number): Promise<RefundRow> {
  return toRow(await oneRow<Row>(db, `SELECT ${columns} FROM refund_requests r WHERE r.id = $1`, [id]))
}

const joined = 'refund_requests r JOIN members m ON m.id = r.member_id'

const own = (byStatus: boolean) => `${byStatus ? 'f.status = $1::int' : '$1::int IS NULL'}
  AND ($2::bigint IS NULL OR f.id < $2)`

const newest = (where: string) => `${where} ORDER BY f.id DESC LIMIT $3`

const listed = (filter: string) => `SELECT f.id FROM refund_requests f WHERE ${filter}`

/** Whose account it is, as names are compared; its index has the same text. */
const payee = "translate(lower(name), ' ()[]', '')"

/** As charges are found: each way by an index of its own, and of what waits any part of a name. */
const found = (filter: string, theirs: string) => `
  (SELECT f.id FROM (SELECT id, status FROM refund_requests WHERE ${payee} ~>=~ $4
      AND ${payee} ~<~ $5 AND $4 <> '' OFFSET 0) f WHERE ${filter})
  UNION (SELECT f.id FROM refund_requests f WHERE f.point = $6::bigint AND ${filter})
  UNION (${theirs})
  UNION (SELECT f.id FROM (SELECT * FROM refund_requests WHERE status = 0 OFFSET 0) f
    WHERE $4 <> '' AND ${payee} LIKE $9 AND ${filter})`

const toStaffRow = (row: StaffRow, whole: boolean): AdminRefundRow => ({
  ...toRow(row),
  ...(whole && { account: decrypt(REFUND_PURPOSE, row.account) }),
  memberNo: row.memberNo,
  memberId: row.memberId,
  email: row.email,
})

/** Whole account numbers are for who pays out; SUPPORT sees their ends. */
const seesAccounts = (role: Role): boolean => role === 'MANAGER' || role === 'OWNER'

/** All wishes for staff of this role, newest first, one keyset page (decisions 6). */
export async function refundsForStaff(
  db: Db,
  { status, q, size, cursor }: z.output<typeof adminChargeQuery>,
  role: Role,
) {
  const { text, name, amount } = searchOf(q)
  const search = text ? [...begins(name), amount, ...begins(text), containing(name)] : []
  const where = own(status !== undefined)
  const theirs = {
    table: 'refund_requests',
    where,
    bounds: ['$7', '$8'],
    most: '$3',
    many: text !== '' && (await meansMany(db, text)),
  } as const
  const ids = (counted: boolean) =>
    text ? found(newest(where), idsOfMembers({ ...theirs, counted })) : listed(newest(where))
  const [rows, total] = await Promise.all([
    db.rows<StaffRow>(
      `SELECT ${columns}, r.email, r.member_id AS member_no, m.login_id AS member_id FROM ${joined}
       WHERE r.id IN (SELECT id FROM (${ids(false)}) AS page ORDER BY id DESC LIMIT $3) ORDER BY r.id DESC`,
      [status ?? null, cursor ?? null, size + 1, ...search],
    ),
    countOf(db, `(${ids(true)}) AS page`, [status ?? null, null, MOST_COUNTED, ...search]),
  ])
  return keysetPage(rows, { size, total }, (row) => toStaffRow(row, seesAccounts(role)))
}

/** What waits for staff: how many wishes, and how much is to be transferred for them. */
export const openRefunds = (db: Db): Promise<{ count: number; point: Points }> =>
  oneRow(
    db,
    'SELECT count(*)::int AS count, coalesce(sum(point), 0)::bigint AS point FROM refund_requests WHERE status = 0',
  )
