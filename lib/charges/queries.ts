import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
  countRows,
  type DaysAndSort,
  daysCondition,
  firstInSpan,
  idAndSortKey,
  idsOfRowsSql,
  type ListKeys,
  type ListSpan,
  listPage,
  optionalStatusCondition,
  statusCondition,
  type WithAnySort,
} from '#lib/core/keyset.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { containsPattern, prefixBounds } from '#lib/core/search.ts'
import { matchesManyMembers, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { chargeStatus } from './labels.ts'
import { MAX_PENDING_CHARGES, parseSearchedAmount, pendingCharge, reversibleCharge } from './rules.ts'
import type { AdminChargeRow, adminChargeQuery, ChargeRow, chargeHistoryQuery } from './schema.ts'

/** A charge as stored; ChargeRow explains the fields. */
type StoredCharge = {
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

/** A charge as stored, with the fields that only staff see. */
type StaffRow = StoredCharge & Pick<AdminChargeRow, 'memberNo' | 'memberId' | 'feeValue' | 'reason' | 'method'>

const chargeColumns =
  raw(`c.id, c.created_at, c.point, c.pay_amount, c.name, c.fee_type, c.status, c.outcome, c.expires_at, c.response_at,
  c.reversed, c.reversed_at, coalesce((SELECT sum(d.point) FROM debt_recoveries d
    WHERE d.credit_ref_type = 'charge' AND d.credit_ref_id = c.id AND d.credit_kind IN ('CHARGE', 'CARD_CHARGE')), 0)::bigint AS debt_paid`)

function toChargeRow(row: StoredCharge): ChargeRow {
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

const recentChargesOfMember = (memberId: number, status: number | undefined): Sql =>
  sql`member_id = ${memberId} AND created_at > now() - interval '3 months' AND (${status}::int IS NULL OR status = ${status})`

/** One page of a member's charges of the last 3 months, newest first, and their total, counted up to MAX_COUNTED. */
export async function chargeHistory(
  db: Db,
  memberId: number,
  { status, page, size }: z.output<typeof chargeHistoryQuery>,
) {
  const where = recentChargesOfMember(memberId, status)
  const [rows, total] = await Promise.all([
    db.rows<StoredCharge>(
      sql`SELECT ${chargeColumns} FROM charges c WHERE ${where} ORDER BY c.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}::bigint`,
    ),
    countRows(db, sql`charges WHERE ${where}`),
  ])
  return { rows: rows.map(toChargeRow), total }
}

/** All pending charges of a member, newest first; there are never more than MAX_PENDING_CHARGES. */
export async function pendingChargesOf(db: Db, memberId: number): Promise<ChargeRow[]> {
  const rows = await db.rows<StoredCharge>(
    `SELECT ${chargeColumns.sql} FROM charges c WHERE ${pendingCharge.sql('c')} AND member_id = $1 ORDER BY c.id DESC LIMIT $2`,
    [memberId, MAX_PENDING_CHARGES],
  )
  return rows.map(toChargeRow)
}

/** A search text, read as a login id (`text`), as a name, as an amount, and as the number of a charge. */
export type ChargeSearch = { text: string; name: string; amount: Points | null; number: number | null }

/**
 * Reads the search text of the list of charges, or of cash refund requests, in four ways: as a login id (`text`), as
 * the normalized name of a depositor or account holder (`name`), as an `amount`, and as the `number` of a charge.
 * `amount` and `number` are null if the text can't be one.
 */
export const parseChargeSearch = (q: string): ChargeSearch => {
  const text = q.trim().toLowerCase()
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
  return { text, name: normalName(text), amount: parseSearchedAmount(text), number }
}

const isPendingSql = raw(pendingCharge.sql())

const chargeKeys: ListKeys<'createdAt' | 'payAmount'> = {
  table: 'charges',
  time: byColumn('created_at'),
  sorts: { createdAt: byColumn('created_at'), payAmount: byColumn('pay_amount') },
}

/**
 * SQL that selects `columns` of the charges that a search finds. A charge is found by:
 * - its number or its amount to pay
 * - the beginning of its member's login id (`byMember` is the SQL for this)
 * - the beginning of its depositor's name
 * - if it is pending, any part of the login id or name.
 *
 * Each branch of the UNION uses its own index, and stops at the limit at the end of `filter`. OFFSET 0 is an optimizer
 * fence: without it PostgreSQL would search the whole table for the name.
 */
function foundCharges({ text, name, amount, number }: ChargeSearch, columns: Sql, filter: Sql, byMember: Sql): Sql {
  const [from, to] = prefixBounds(name)
  return sql`
  (SELECT ${columns} FROM (SELECT * FROM charges WHERE normal_name ~>=~ ${from} AND normal_name ~<~ ${to} AND ${name}::text <> '' OFFSET 0) f
    WHERE ${filter})
  UNION (SELECT ${columns} FROM charges f WHERE f.id = ${number}::int AND ${filter})
  UNION (SELECT ${columns} FROM charges f WHERE f.pay_amount = ${amount}::bigint AND ${filter})
  UNION (${byMember})
  UNION (SELECT ${columns} FROM (SELECT * FROM charges WHERE ${isPendingSql} OFFSET 0) f,
      LATERAL (SELECT login_id FROM members WHERE id = f.member_id OFFSET 0) w
    WHERE (w.login_id LIKE ${containsPattern(text)} OR ${name}::text <> '' AND f.normal_name LIKE ${containsPattern(name)}) AND ${filter})`
}

/**
 * Returns a function that makes SQL for the ids of the charges that a search finds. `span` bounds the rows to read:
 * those of the page to show, or those to count.
 */
async function idsOfFoundCharges(
  db: Db,
  wanted: DaysAndSort,
  where: Sql,
  search: ChargeSearch,
): Promise<(span: ListSpan) => Sql> {
  const { text } = search
  const matchesMany = await matchesManyMembers(db, text)
  return (span) => {
    const byMember = rowIdsOfMembersSql({ keys: chargeKeys, wanted, matchesMany, text, where, span })
    return foundCharges(search, idAndSortKey(span), firstInSpan(where, span), byMember)
  }
}

const staffColumns = sql`${chargeColumns}, c.member_id AS member_no, m.login_id AS member_id, c.fee_value, c.reason, c.method`

function toStaffRow(row: StaffRow): AdminChargeRow {
  const { memberNo, memberId, feeValue, reason, method } = row
  return { ...toChargeRow(row), memberNo, memberId, feeValue, reason, method }
}

/** One page of the charges for staff, newest first unless sorted otherwise (docs/contract.md#staff-lists). */
export async function chargesForStaff(
  db: Db,
  { status, q, ...wanted }: WithAnySort<z.output<typeof adminChargeQuery>>,
) {
  const where = sql`${statusCondition(status)} AND ${daysCondition(chargeKeys, wanted)}`
  const search = parseChargeSearch(q)
  const ids =
    search.text === ''
      ? (span: ListSpan) => idsOfRowsSql({ keys: chargeKeys, wanted, others: optionalStatusCondition(status) }, span)
      : await idsOfFoundCharges(db, wanted, where, search)
  return listPage(
    db,
    { keys: chargeKeys, wanted, ids, alias: 'c' },
    (rowsOfPage) =>
      db.rows<StaffRow>(
        sql`SELECT ${staffColumns} FROM charges c JOIN members m ON m.id = c.member_id WHERE ${rowsOfPage}`,
      ),
    toStaffRow,
  )
}

/** The `size` most recent charges of the member with the id `memberNo`, newest first. */
export async function lastChargesOf(db: Db, memberNo: number, size: number): Promise<ChargeRow[]> {
  const rows = await db.rows<StoredCharge>(
    sql`SELECT ${chargeColumns} FROM charges c WHERE c.member_id = ${memberNo} ORDER BY c.id DESC LIMIT ${size}`,
  )
  return rows.map(toChargeRow)
}

/** Number of pending charges, and the total amount to pay for them. */
export async function pendingChargeTotals(db: Db): Promise<{ count: number; payAmount: Points }> {
  return oneRow(
    db,
    `SELECT count(*)::int AS count, coalesce(sum(pay_amount), 0)::bigint AS pay_amount FROM charges WHERE ${pendingCharge.sql()}`,
  )
}

/**
 * Numbers of a member's past charges by how they ended, for staff who decide on his next charge. `credited`: without
 * reversed ones. `lapsed`: they expired, were withdrawn, or ended with the deletion of the account.
 */
export type PastChargeCounts = { credited: number; reversed: number; rejected: number; lapsed: number }

/** `PastChargeCounts` of several members, by member id. A member without a charge that has ended is left out. */
export async function pastChargeCountsOf(
  db: Db,
  memberNos: readonly number[],
): Promise<Record<number, PastChargeCounts>> {
  const rows = await db.rows<PastChargeCounts & { memberId: number }>(
    `SELECT member_id, (count(*) FILTER (WHERE ${reversibleCharge.sql()}))::int AS credited,
       (count(*) FILTER (WHERE reversed_at IS NOT NULL))::int AS reversed,
       (count(*) FILTER (WHERE outcome = 'REJECTED'))::int AS rejected,
       (count(*) FILTER (WHERE status = ${chargeStatus.FAIL} AND outcome <> 'REJECTED'))::int AS lapsed
     FROM charges WHERE member_id = ANY($1::int[]) AND status <> ${chargeStatus.PENDING} GROUP BY member_id`,
    [[...new Set(memberNos)]],
  )
  return Object.fromEntries(rows.map(({ memberId, ...past }) => [memberId, past]))
}
