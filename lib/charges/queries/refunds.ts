import type { z } from 'zod'
import type { Caller, Role } from '#lib/core/call.ts'
import { decrypt } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins, containing } from '#lib/core/search.ts'
import { idsOfMembers, meansMany } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { searchOf } from '../queries.ts'
import { isRequested, maskedAccount, nameDiffers, type PayOutNeeds, payOutNeeds, requestedRefund } from '../rules.ts'
import type { AdminRefundRow, adminRefundQuery, RefundRow, RestingChargeRow } from '../schema.ts'
import { approvers, type RestingCharge, restingCharges } from './pay-out.ts'

/** Purpose passed to `encrypt` and `decrypt` for stored account numbers. */
export const REFUND_PURPOSE = 'refund-account'

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

/** Fields are copied one by one, so that fields for staff never reach members. */
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

/** A member's refund requests of the last 3 months, newest first. */
export async function refundsOf(db: Db, memberId: number): Promise<RefundRow[]> {
  const rows = await db.rows<Row>(
    `SELECT ${columns} FROM refund_requests r WHERE r.member_id = $1 AND r.created_at > now() - interval '3 months'
     ORDER BY r.id DESC LIMIT 10`,
    [memberId],
  )
  return rows.map(toRow)
}

/** A refund request that exists, by id. */
export async function refundById(db: Db, id: number): Promise<RefundRow> {
  return toRow(await oneRow<Row>(db, `SELECT ${columns} FROM refund_requests r WHERE r.id = $1`, [id]))
}

const joined = 'refund_requests r JOIN members m ON m.id = r.member_id'

const own = (byStatus: boolean) => `${byStatus ? 'f.status = $1::int' : '$1::int IS NULL'}
  AND ($2::bigint IS NULL OR f.id < $2)`

const newest = (where: string) => `${where} ORDER BY f.id DESC LIMIT $3`

const listed = (filter: string) => `SELECT f.id FROM refund_requests f WHERE ${filter}`

/** Normalized name of the account holder, as an SQL expression; the index uses the same expression. */
const payee = "translate(lower(name), ' ()[]', '')"

/**
 * Like the search for charges: each kind of match uses its own index, and open requests also match any part of a name.
 */
const found = (filter: string, theirs: string) => `
  (SELECT f.id FROM (SELECT id, status FROM refund_requests WHERE ${payee} ~>=~ $4
      AND ${payee} ~<~ $5 AND $4 <> '' OFFSET 0) f WHERE ${filter})
  UNION (SELECT f.id FROM refund_requests f WHERE f.point = $6::bigint AND ${filter})
  UNION (${theirs})
  UNION (SELECT f.id FROM (SELECT * FROM refund_requests WHERE ${requestedRefund.sql()} OFFSET 0) f
    WHERE $4 <> '' AND ${payee} LIKE $9 AND ${filter})`

const noNeeds: PayOutNeeds = { other: false, bankCheck: false, reason: false, password: false }

const toResting = (part: RestingCharge): RestingChargeRow => ({
  id: part.chargeId,
  point: pointsToNumber(part.point),
  chargePoint: pointsToNumber(part.chargePoint),
  funding: part.funding ?? 'UNCONFIRMED',
  depositors: [...part.depositors],
  creditedBy: part.creditors,
  confirmedBy: part.confirmedBy,
  reversed: part.reversed,
})

type Reader = { caller: Reading; approvers: readonly number[]; charges: Map<number, RestingCharge[]> }

function toStaffRow(row: StaffRow, { caller, approvers, charges }: Reader): AdminRefundRow {
  const payOut = { name: row.name, charges: charges.get(row.id) ?? [] }
  // Compares accounts, not persons: this is only a hint in the list. Each pay-out checks the persons again.
  const own = payOut.charges.filter(({ creditedBy }) => creditedBy.includes(caller.memberId))
  const payer = {
    involved: own.length > 0,
    alone: caller.role === 'OWNER' && own.every(({ creditedBy }) => approvers.every((id) => creditedBy.includes(id))),
  }
  return {
    ...toRow(row),
    ...(seesAccounts(caller.role) && { account: decrypt(REFUND_PURPOSE, row.account) }),
    memberNo: row.memberNo,
    memberId: row.memberId,
    email: row.email,
    charges: payOut.charges.map(toResting),
    nameDiffers: nameDiffers(payOut),
    needs: isRequested(row) ? payOutNeeds(payOut, payer, env().DEMO) : noNeeds,
  }
}

/** Staff member for whom a list is read. */
export type Reading = Pick<Caller, 'memberId' | 'role'>

async function readerOf(db: Db, caller: Reading, rows: readonly StaffRow[]): Promise<Reader> {
  const charges = new Map<number, RestingCharge[]>()
  const ids = rows.map(({ id }) => id)
  const [all, parts] = await Promise.all([approvers(db), restingCharges(db, ids)])
  for (const part of parts) charges.set(part.refundId, [...(charges.get(part.refundId) ?? []), part])
  return { caller, approvers: all, charges }
}

/** Only staff who may pay out see full account numbers; SUPPORT sees the last digits. */
const seesAccounts = (role: Role): boolean => role === 'MANAGER' || role === 'OWNER'

/** Refund requests for this staff member, newest first, one keyset page. */
export async function refundsForStaff(
  db: Db,
  { status, q, size, cursor }: z.output<typeof adminRefundQuery>,
  caller: Reading,
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
  const reader = await readerOf(db, caller, rows)
  return keysetPage(rows, { size, total }, (row) => toStaffRow(row, reader))
}

/** Open refund requests: their number, and the total amount in points. */
export const openRefunds = (db: Db): Promise<{ count: number; point: Points }> =>
  oneRow(
    db,
    `SELECT count(*)::int AS count, coalesce(sum(point), 0)::bigint AS point FROM refund_requests WHERE ${requestedRefund.sql()}`,
  )
