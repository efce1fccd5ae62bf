import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins, containing } from '#lib/core/search.ts'
import { idsOfMembers, meansMany } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { chargeStatus } from './labels.ts'
import { normalName, pendingCharge, reversibleCharge, searchedAmount } from './rules.ts'
import type { AdminChargeRow, adminChargeQuery, ChargeRow, chargeHistoryQuery } from './schema.ts'

type Row = {
  id: number
  createdAt: Date
  point: Points
  payAmount: Points
  name: string
  feeType: number
  status: number
  outcome: string | null
  expiresAt: Date
  responseAt: Date | null
  reversed: Points | null
  reversedAt: Date | null
  debtPaid: Points
}

type StaffRow = Row & Pick<AdminChargeRow, 'memberNo' | 'memberId' | 'feeValue' | 'reason'>

const columns = `c.id, c.created_at, c.point, c.pay_amount, c.name, c.fee_type, c.status, c.outcome, c.expires_at, c.response_at,
  c.reversed, c.reversed_at, coalesce((SELECT sum(d.point) FROM debt_recoveries d
    WHERE d.credit_ref_type = 'charge' AND d.credit_ref_id = c.id AND d.credit_kind = 'CHARGE'), 0)::bigint AS debt_paid`

function toRow(row: Row): ChargeRow {
  const { id, name, feeType, status, outcome } = row
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    point: pointsToNumber(row.point),
    payAmount: pointsToNumber(row.payAmount),
    name,
    feeType,
    status,
    outcome,
    expiresAt: row.expiresAt.toISOString(),
    responseAt: row.responseAt?.toISOString() ?? null,
    reversed: row.reversed === null ? null : pointsToNumber(row.reversed),
    reversedAt: row.reversedAt?.toISOString() ?? null,
    debtPaid: pointsToNumber(row.debtPaid),
  }
}

const mine = `member_id = $1 AND created_at > now() - interval '3 months' AND ($2::int IS NULL OR status = $2)`

/** Charges of a member from the last 3 months, newest first, and their total number. */
export async function chargeHistory(
  db: Db,
  memberId: number,
  { status, page, size }: z.output<typeof chargeHistoryQuery>,
) {
  const [rows, total] = await Promise.all([
    db.rows<Row>(`SELECT ${columns} FROM charges c WHERE ${mine} ORDER BY c.id DESC LIMIT $3 OFFSET $4::bigint`, [
      memberId,
      status ?? null,
      size,
      (page - 1) * size,
    ]),
    countOf(db, `charges WHERE ${mine}`, [memberId, status ?? null]),
  ])
  return { rows: rows.map(toRow), total }
}

/** Search text in the forms it is compared in: a login id, a normalized name, and an amount (null if it isn't one). */
export const searchOf = (q: string): { text: string; name: string; amount: Points | null } => {
  const text = q.trim().toLowerCase()
  return { text, name: normalName(text), amount: searchedAmount(text) }
}

// The statement has a condition on the status only if one is given: a generic plan for all statuses would scan the list
// for a rare one.
const own = (byStatus: boolean) => `${byStatus ? 'f.status = $1::int' : '$1::int IS NULL'}
  AND ($2::bigint IS NULL OR f.id < $2)`

const newest = (where: string) => `${where} ORDER BY f.id DESC LIMIT $3`

/**
 * Each kind of match uses its own index and stops after one page: an amount, and the beginning of a login id or of a
 * depositor's name; in pending charges, also any part of both. OFFSET 0 is an optimizer fence: without it a name would
 * be searched for in the whole list.
 */
const found = (filter: string, theirs: string) => `
  (SELECT f.id FROM (SELECT id, status FROM charges WHERE normal_name ~>=~ $4 AND normal_name ~<~ $5 AND $4 <> '' OFFSET 0) f
    WHERE ${filter})
  UNION (SELECT f.id FROM charges f WHERE f.pay_amount = $6::bigint AND ${filter})
  UNION (${theirs})
  UNION (SELECT f.id FROM (SELECT * FROM charges WHERE ${pendingCharge.sql()} OFFSET 0) f,
      LATERAL (SELECT login_id FROM members WHERE id = f.member_id OFFSET 0) w
    WHERE (w.login_id LIKE $9 OR $4 <> '' AND f.normal_name LIKE $10) AND ${filter})`

const listed = (filter: string) => `SELECT f.id FROM charges f WHERE ${filter}`

const staffColumns = `${columns}, c.member_id AS member_no, m.login_id AS member_id, c.fee_value, c.reason`

function toStaffRow(row: StaffRow): AdminChargeRow {
  const { memberNo, memberId, feeValue, reason } = row
  return { ...toRow(row), memberNo, memberId, feeValue, reason }
}

/** All charges for staff, newest first, one keyset page (docs/contract.md#staff-lists). */
export async function chargesForStaff(db: Db, { status, q, size, cursor }: z.output<typeof adminChargeQuery>) {
  const { text, name, amount } = searchOf(q)
  const search = text ? [...begins(name), amount, ...begins(text), containing(text), containing(name)] : []
  const where = own(status !== undefined)
  const theirs = {
    table: 'charges',
    where,
    bounds: ['$7', '$8'],
    most: '$3',
    many: text !== '' && (await meansMany(db, text)),
  } as const
  const ids = (counted: boolean) =>
    text ? found(newest(where), idsOfMembers({ ...theirs, counted })) : listed(newest(where))
  const [rows, total] = await Promise.all([
    db.rows<StaffRow>(
      `SELECT ${staffColumns} FROM charges c JOIN members m ON m.id = c.member_id
       WHERE c.id IN (SELECT id FROM (${ids(false)}) AS page ORDER BY id DESC LIMIT $3) ORDER BY c.id DESC`,
      [status ?? null, cursor ?? null, size + 1, ...search],
    ),
    countOf(db, `(${ids(true)}) AS page`, [status ?? null, null, MOST_COUNTED, ...search]),
  ])
  return keysetPage(rows, { size, total }, toStaffRow)
}

/** Most recent charges of one member, newest first. */
export async function lastChargesOf(db: Db, memberNo: number, size: number): Promise<ChargeRow[]> {
  const rows = await db.rows<Row>(
    `SELECT ${columns} FROM charges c WHERE c.member_id = $1 ORDER BY c.id DESC LIMIT $2`,
    [memberNo, size],
  )
  return rows.map(toRow)
}

/** Number of pending charges, and the total amount to be transferred for them, in won. */
export async function pendingCharges(db: Db): Promise<{ count: number; payAmount: Points }> {
  return oneRow(
    db,
    `SELECT count(*)::int AS count, coalesce(sum(pay_amount), 0)::bigint AS pay_amount FROM charges WHERE ${pendingCharge.sql()}`,
  )
}

/** Counts of a member's past charges by result, shown to staff who decide on the next charge. */
export type PastCharges = { approved: number; reversed: number; rejected: number; lapsed: number }

/** Past charges of several members by member id; members without a settled charge are missing. */
export async function pastChargesOf(db: Db, memberNos: readonly number[]): Promise<Record<number, PastCharges>> {
  const rows = await db.rows<PastCharges & { memberId: number }>(
    `SELECT member_id, (count(*) FILTER (WHERE ${reversibleCharge.sql()}))::int AS approved,
       (count(*) FILTER (WHERE reversed_at IS NOT NULL))::int AS reversed,
       (count(*) FILTER (WHERE outcome = 'REJECTED'))::int AS rejected,
       (count(*) FILTER (WHERE status = ${chargeStatus.FAIL} AND outcome <> 'REJECTED'))::int AS lapsed
     FROM charges WHERE member_id = ANY($1::int[]) AND status <> ${chargeStatus.PENDING} GROUP BY member_id`,
    [[...new Set(memberNos)]],
  )
  return Object.fromEntries(rows.map(({ memberId, ...past }) => [memberId, past]))
}
