import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { normalName, searchedAmount } from './rules.ts'
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
}

type StaffRow = Row &
  Pick<AdminChargeRow, 'memberNo' | 'memberId' | 'feeValue' | 'reason'> & {
    reversed: Points | null
    reversedAt: Date | null
  }

const columns =
  'c.id, c.created_at, c.point, c.pay_amount, c.name, c.fee_type, c.status, c.outcome, c.expires_at, c.response_at'

/** Decisions 6: counts are exact up to here. */
export const MOST_COUNTED = 10_000

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
  }
}

const mine = `member_id = $1 AND created_at > now() - interval '3 months' AND ($2::int IS NULL OR status = $2)`

/** A member's charges of the last 3 months, newest first, and how many there are. */
export async function chargeHistory(
  db: Db,
  memberId: number,
  { status, page, size }: z.output<typeof chargeHistoryQuery>,
) {
  const [rows, { count }] = await Promise.all([
    db.rows<Row>(`SELECT ${columns} FROM charges c WHERE ${mine} ORDER BY c.id DESC LIMIT $3 OFFSET $4::bigint`, [
      memberId,
      status ?? null,
      size,
      (page - 1) * size,
    ]),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM charges WHERE ${mine} LIMIT ${MOST_COUNTED}) AS counted`,
      [memberId, status ?? null],
    ),
  ])
  return { rows: rows.map(toRow), total: count }
}

const joined = 'charges c JOIN members m ON m.id = c.member_id'
const filter = `($1::int IS NULL OR c.status = $1)
  AND ($2::text IS NULL OR m.login_id LIKE $2 OR c.normal_name LIKE $3 OR c.pay_amount = $4::bigint)`

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * An amount finds what was to be transferred; any text a part of a member's login id or of a depositor's name, the latter as
 * names are compared: '주)온미디어' finds '(주) 온미디어'.
 */
export function searchOf(q: string): [login: string | null, name: string | null, amount: Points | null] {
  const text = q.trim().toLowerCase()
  if (text === '') return [null, null, null]
  const name = normalName(text)
  return [containing(text), name === '' ? null : containing(name), searchedAmount(text)]
}

function toStaffRow(row: StaffRow): AdminChargeRow {
  const { memberNo, memberId, feeValue, reason, reversed, reversedAt } = row
  const taken = reversed === null ? null : pointsToNumber(reversed)
  const at = reversedAt?.toISOString() ?? null
  return { ...toRow(row), memberNo, memberId, feeValue, reason, reversed: taken, reversedAt: at }
}

/** All charges for staff, newest first, one keyset page (decisions 6). */
export async function chargesForStaff(db: Db, { status, q, size, cursor }: z.output<typeof adminChargeQuery>) {
  const values = [status ?? null, ...searchOf(q)]
  const [rows, { count }] = await Promise.all([
    db.rows<StaffRow>(
      `SELECT ${columns}, c.member_id AS member_no, m.login_id AS member_id, c.fee_value, c.reason, c.reversed,
         c.reversed_at FROM ${joined}
       WHERE ${filter} AND ($5::bigint IS NULL OR c.id < $5) ORDER BY c.id DESC LIMIT $6`,
      [...values, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${joined} WHERE ${filter} LIMIT ${MOST_COUNTED}) AS counted`,
      values,
    ),
  ])
  const page = rows.slice(0, size)
  return { rows: page.map(toStaffRow), nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total: count }
}

/** The last charges of one member, newest first. */
export async function lastChargesOf(db: Db, memberNo: number, size: number): Promise<ChargeRow[]> {
  const rows = await db.rows<Row>(
    `SELECT ${columns} FROM charges c WHERE c.member_id = $1 ORDER BY c.id DESC LIMIT $2`,
    [memberNo, size],
  )
  return rows.map(toRow)
}

/** What waits for staff: how many charges, and how much is to be transferred for them. */
export async function pendingCharges(db: Db): Promise<{ count: number; payAmount: Points }> {
  return oneRow(
    db,
    'SELECT count(*)::int AS count, coalesce(sum(pay_amount), 0)::bigint AS pay_amount FROM charges WHERE status = 0',
  )
}

/** How a member's charges ended so far, for the one who decides on the next. */
export type PastCharges = { approved: number; rejected: number; lapsed: number }

/** The pasts of several members at once, by memberNo; who never had a charge settled isn't there. */
export async function pastChargesOf(db: Db, memberNos: readonly number[]): Promise<Record<number, PastCharges>> {
  const rows = await db.rows<PastCharges & { memberId: number }>(
    `SELECT member_id, (count(*) FILTER (WHERE status = 1))::int AS approved,
       (count(*) FILTER (WHERE outcome = 'REJECTED'))::int AS rejected,
       (count(*) FILTER (WHERE status = 2 AND outcome <> 'REJECTED'))::int AS lapsed
     FROM charges WHERE member_id = ANY($1::int[]) AND status <> 0 GROUP BY member_id`,
    [[...new Set(memberNos)]],
  )
  return Object.fromEntries(
    rows.map(({ memberId, approved, rejected, lapsed }) => [memberId, { approved, rejected, lapsed }]),
  )
}
