import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Caller, Role } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import {
  byColumn,
  type DaysAndSort,
  daysCondition,
  firstInSpan,
  idAndSortKey,
  type ListKeys,
  type ListSpan,
  listPage,
  statusCondition,
} from '#lib/core/keyset.ts'
import { containsPattern, prefixBounds } from '#lib/core/search.ts'
import { matchesManyMembers, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { TransferState } from '../labels.ts'
import { type ChargeSearch, parseChargeSearch } from '../queries.ts'
import { decryptCashRefundAccount } from '../refund-account.ts'
import {
  determinePayOutNeeds,
  isCashRefundOpen,
  isHolderNotDepositor,
  maskAccountNumber,
  type PayOutNeeds,
  requestedCashRefund,
  transferDueCashRefund,
} from '../rules.ts'
import type { AdminRefundRow, adminRefundQuery, CashRefundRow, ChargeOfRefundRow } from '../schema.ts'
import { type ChargeOfRefund, chargesOfRefunds, idsOfPossiblePayers } from './pay-out.ts'

/** A cash refund request as stored; `account` is encrypted, `name` is the account holder's. */
type StoredRefund = {
  id: number
  createdAt: Date
  point: Points
  status: number
  bank: string
  account: Buffer
  name: string
  /** Why staff, or the deletion of the account, rejected the request; null if it wasn't rejected. */
  reason: string | null
  responseAt: Date | null
  transfer: TransferState | null
}

/** A cash refund request with its member: `memberNo` is his id, `memberId` his login id. */
type StaffRow = StoredRefund & { memberNo: number; memberId: string; email: string }

const refundColumns = raw(
  'r.id, r.created_at, r.point, r.status, r.bank, r.account, r.name, r.reason, r.response_at, r.transfer',
)

/**
 * Converts a cash refund request for its member. Copies the fields one by one, so that fields for staff never reach
 * members. An account number that can't be read (`decryptCashRefundAccount`) is shown as four asterisks.
 */
function toRefundRow(row: StoredRefund): CashRefundRow {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    point: pointsToNumber(row.point),
    status: row.status,
    bank: row.bank,
    account: maskAccountNumber(decryptCashRefundAccount(row.account) ?? ''),
    name: row.name,
    reason: row.reason,
    responseAt: row.responseAt?.toISOString() ?? null,
    transfer: row.transfer,
  }
}

const isUnpaidSql = raw(`(${requestedCashRefund.sql('r')} OR ${transferDueCashRefund.sql('r')})`)

/**
 * A member's latest cash refund requests of the last 3 months, and older ones that staff still have to decide on or
 * whose money isn't sent yet; at most 10, newest first.
 */
export async function recentCashRefundsOf(db: Db, memberId: number): Promise<CashRefundRow[]> {
  const rows = await db.rows<StoredRefund>(
    sql`SELECT ${refundColumns} FROM refund_requests r
      WHERE r.member_id = ${memberId} AND (r.created_at > now() - interval '3 months' OR ${isUnpaidSql})
      ORDER BY r.id DESC LIMIT 10`,
  )
  return rows.map(toRefundRow)
}

/** The cash refund request with this id, which must exist. */
export async function cashRefundById(db: Db, id: number): Promise<CashRefundRow> {
  return toRefundRow(
    await oneRow<StoredRefund>(db, sql`SELECT ${refundColumns} FROM refund_requests r WHERE r.id = ${id}`),
  )
}

const refundTables = raw('refund_requests r JOIN members m ON m.id = r.member_id')

/**
 * SQL expression for the account holder's name in lower case, without spaces and brackets. This normalizes less than
 * `normalName` does. An index on cash refund requests has exactly this expression.
 */
const payeeNameSql = raw("translate(lower(name), ' ()[]', '')")

const isRequestedSql = raw(requestedCashRefund.sql())
const isTransferDueSql = raw(transferDueCashRefund.sql('f'))

const refundKeys: ListKeys = { table: 'refund_requests', time: byColumn('created_at'), sorts: {} }

/**
 * SQL that selects `columns` of the cash refund requests that a search finds. A request is found by its points, by the
 * beginning of its member's login id (`byMember` is the SQL for this), or by the beginning of the account holder's
 * name. An open request is also found by any other part of the name. Each branch of the UNION uses its own index.
 * OFFSET 0 is an optimizer fence.
 */
function foundRefunds({ name, amount }: ChargeSearch, columns: Sql, filter: Sql, byMember: Sql): Sql {
  const [from, to] = prefixBounds(name)
  return sql`
  (SELECT ${columns} FROM (SELECT * FROM refund_requests WHERE ${payeeNameSql} ~>=~ ${from}
      AND ${payeeNameSql} ~<~ ${to} AND ${name}::text <> '' OFFSET 0) f WHERE ${filter})
  UNION (SELECT ${columns} FROM refund_requests f WHERE f.point = ${amount}::bigint AND ${filter})
  UNION (${byMember})
  UNION (SELECT ${columns} FROM (SELECT * FROM refund_requests WHERE ${isRequestedSql} OFFSET 0) f
    WHERE ${name}::text <> '' AND ${payeeNameSql} LIKE ${containsPattern(name)} AND ${filter})`
}

/**
 * Returns a function that makes SQL for the ids of the listed cash refund requests. `span` bounds the rows to read:
 * those of the page to show, or those to count.
 */
async function idsOfRefunds(
  db: Db,
  wanted: DaysAndSort,
  where: Sql,
  search: ChargeSearch,
): Promise<(span: ListSpan) => Sql> {
  const { text } = search
  if (text === '')
    return (span) => sql`SELECT ${idAndSortKey(span)} FROM refund_requests f WHERE ${firstInSpan(where, span)}`
  const matchesMany = await matchesManyMembers(db, text)
  return (span) => {
    const byMember = rowIdsOfMembersSql({ keys: refundKeys, wanted, matchesMany, text, where, span })
    return foundRefunds(search, idAndSortKey(span), firstInSpan(where, span), byMember)
  }
}

const noPayOutNeeds: PayOutNeeds = { other: false, bankCheck: false, reason: false, password: false }

const toChargeOfRefundRow = (part: ChargeOfRefund): ChargeOfRefundRow => ({
  id: part.chargeId,
  point: pointsToNumber(part.point),
  chargePoint: pointsToNumber(part.chargePoint),
  funding: part.funding ?? 'UNCONFIRMED',
  depositors: [...part.depositors],
  creditedBy: part.creditedByLoginIds,
  confirmedBy: part.confirmedBy,
  reversed: part.reversed,
})

/**
 * The staff member who reads the list, the ids of all who may pay out, and the charges of each request, by request id.
 */
type RefundReader = { caller: StaffReader; possiblePayers: readonly number[]; charges: Map<number, ChargeOfRefund[]> }

function toStaffRow(row: StaffRow, { caller, possiblePayers, charges }: RefundReader): AdminRefundRow {
  const payOut = { name: row.name, charges: charges.get(row.id) ?? [] }
  // Compares accounts, not the persons who own them, because this only decides which hints the list shows. The pay-out
  // itself compares the persons.
  const creditedByReader = payOut.charges.filter(({ creditedBy }) => creditedBy.includes(caller.memberId))
  const payer = {
    involved: creditedByReader.length > 0,
    alone:
      caller.role === 'OWNER' &&
      creditedByReader.every(({ creditedBy }) => possiblePayers.every((id) => creditedBy.includes(id))),
  }
  return {
    ...toRefundRow(row),
    ...(canSeeAccounts(caller.role) && { account: decryptCashRefundAccount(row.account) ?? maskAccountNumber('') }),
    memberNo: row.memberNo,
    memberId: row.memberId,
    email: row.email,
    charges: payOut.charges.map(toChargeOfRefundRow),
    nameDiffers: isHolderNotDepositor(payOut),
    needs: isCashRefundOpen(row) ? determinePayOutNeeds(payOut, payer, env().DEMO) : noPayOutNeeds,
  }
}

/**
 * The staff member who reads the list of cash refund requests. The account numbers and hints that it shows depend on
 * his id and role.
 */
export type StaffReader = Pick<Caller, 'memberId' | 'role'>

async function refundReaderOf(db: Db, caller: StaffReader, rows: readonly StaffRow[]): Promise<RefundReader> {
  const charges = new Map<number, ChargeOfRefund[]>()
  const ids = rows.map(({ id }) => id)
  const [all, parts] = await Promise.all([idsOfPossiblePayers(db), chargesOfRefunds(db, ids)])
  for (const part of parts) charges.set(part.refundId, [...(charges.get(part.refundId) ?? []), part])
  return { caller, possiblePayers: all, charges }
}

/** Only staff who may pay out see full bank account numbers; SUPPORT sees the last four digits. */
const canSeeAccounts = (role: Role): boolean => role === 'MANAGER' || role === 'OWNER'

/** One page of the cash refund requests as this staff member may see them, newest first. */
export async function cashRefundsForStaff(
  db: Db,
  { status, q, transfer, ...wanted }: z.output<typeof adminRefundQuery>,
  caller: StaffReader,
) {
  const transferCondition = transfer === undefined ? sql`TRUE` : sql`(${isTransferDueSql})`
  const where = sql`${statusCondition(status)} AND ${transferCondition} AND ${daysCondition(refundKeys, wanted)}`
  const ids = await idsOfRefunds(db, wanted, where, parseChargeSearch(q))
  const page = await listPage(
    db,
    { keys: refundKeys, wanted, ids, alias: 'r' },
    (rowsOfPage) =>
      db.rows<StaffRow>(
        sql`SELECT ${refundColumns}, r.email, r.member_id AS member_no, m.login_id AS member_id FROM ${refundTables} WHERE ${rowsOfPage}`,
      ),
    (row) => row,
  )
  const reader = await refundReaderOf(db, caller, page.rows)
  return { ...page, rows: page.rows.map((row) => toStaffRow(row, reader)) }
}

/**
 * Number of open cash refund requests, and the sum of their points. `unsent`: number of paid refunds whose money a
 * bulk-transfer file still has to send (`transferDueCashRefund`).
 */
export const openCashRefundTotals = (db: Db): Promise<{ count: number; point: Points; unsent: number }> =>
  oneRow(
    db,
    `SELECT count(*) FILTER (WHERE ${requestedCashRefund.sql()})::int AS count,
       coalesce(sum(point) FILTER (WHERE ${requestedCashRefund.sql()}), 0)::bigint AS point,
       count(*) FILTER (WHERE ${transferDueCashRefund.sql()})::int AS unsent
     FROM refund_requests WHERE ${requestedCashRefund.sql()} OR ${transferDueCashRefund.sql()}`,
  )
