import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { parseSearchedAmount } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
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
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { waitReasonSql } from './queries/why-waiting.ts'
import { waitingDeposit } from './rules.ts'
import type { DepositRow, depositQuery } from './schema.ts'

/** A deposit as selected by `depositColumns`. */
export type StoredDeposit = Omit<DepositRow, 'amount' | 'at' | 'createdAt' | 'matchedAt'> & {
  amount: Points
  at: Date
  createdAt: Date
  matchedAt: Date | null
}

/**
 * SQL expression: id of the charge that deposit `d` paid for, alone or merged with other deposits. NULL if it paid for
 * none, or was split among several charges.
 */
const paidChargeSql = 'coalesce(d.charge_id, (SELECT charge_id FROM deposit_merges WHERE deposit_id = d.id))'

/** SQL expression: ids of all charges that deposit `d` paid for. `p` is the charge that `depositTables` joins. */
const chargeIdsSql = `CASE WHEN p.id IS NOT NULL THEN ARRAY[p.id]
  ELSE ARRAY(SELECT charge_id FROM deposit_splits WHERE deposit_id = d.id ORDER BY charge_id) END`

/** Columns of a `StoredDeposit`, selected from `depositTables`. */
export const depositColumns = `d.id, d.external_id, d.name, d.amount, d.at, d.precision, d.source, d.status, ${chargeIdsSql} AS charge_ids,
  ${waitReasonSql} AS reason, m.id AS member_no, m.login_id AS member_id, d.created_at, d.matched_at`

/** Tables for `depositColumns`: the deposit `d`, the charge `p` that it paid for, and this charge's member `m`. */
export const depositTables = `deposits d LEFT JOIN charges p ON p.id = ${paidChargeSql}
  LEFT JOIN members m ON m.id = p.member_id`

const isWaitingSql = raw(waitingDeposit.sql())

/**
 * Time and sort columns of the list of deposits. The list is filtered by the day on which the bank booked a deposit,
 * because staff compare the list with the bank's statement.
 */
const depositKeys: ListKeys<'at' | 'amount'> = {
  table: 'deposits',
  time: byColumn('at'),
  sorts: { at: byColumn('at'), amount: byColumn('amount') },
}

/**
 * SQL that selects `columns` (`idAndSortKey`) of the deposits that a search finds: by the beginning of the depositor's
 * name, by the amount, by the external id and, among waiting deposits only, by any part of the name. Each branch of the
 * UNION uses its own index and returns at most a page, because `filter` ends with ORDER BY and LIMIT (`firstInSpan`).
 * OFFSET 0 is an optimizer fence: without it PostgreSQL would look for a name in the whole table.
 */
function foundDeposits(text: string, columns: Sql, filter: Sql): Sql {
  const name = normalName(text)
  const [from, to] = prefixBounds(name)
  return sql`
  (SELECT ${columns} FROM (SELECT * FROM deposits WHERE normal_name ~>=~ ${from} AND normal_name ~<~ ${to} AND ${name}::text <> '' OFFSET 0) f
    WHERE ${filter})
  UNION (SELECT ${columns} FROM deposits f WHERE f.amount = ${parseSearchedAmount(text)}::bigint AND ${filter})
  UNION (SELECT ${columns} FROM deposits f WHERE f.external_id = ${text} AND ${filter})
  UNION (SELECT ${columns} FROM (SELECT * FROM deposits WHERE ${isWaitingSql} OFFSET 0) f
    WHERE ${name}::text <> '' AND f.normal_name LIKE ${containsPattern(name)} AND ${filter})`
}

export const toDepositRow = (row: StoredDeposit): DepositRow => ({
  ...row,
  amount: pointsToNumber(row.amount),
  at: row.at.toISOString(),
  createdAt: row.createdAt.toISOString(),
  matchedAt: row.matchedAt?.toISOString() ?? null,
})

/**
 * The deposits of a page, in the sequence of their ids. A statement of its own, whose text never changes, so that
 * PostgreSQL keeps its plan: planning the reasons why deposits wait takes as long as finding them.
 */
const depositsOfPageSql = `SELECT ${depositColumns} FROM ${depositTables} WHERE d.id = ANY ($1::int[])
  ORDER BY array_position($1::int[], d.id)`

/** One page of the list of deposits for staff, by default newest first (docs/contract.md#staff-lists). */
export async function depositsForStaff(db: Db, { status, q, ...wanted }: WithAnySort<z.output<typeof depositQuery>>) {
  const text = q.trim()
  const where = sql`${statusCondition(status)} AND ${daysCondition(depositKeys, wanted)}`
  const ids = (span: ListSpan) =>
    text
      ? foundDeposits(text, idAndSortKey(span), firstInSpan(where, span))
      : idsOfRowsSql({ keys: depositKeys, wanted, others: optionalStatusCondition(status) }, span)
  return listPage(
    db,
    { keys: depositKeys, wanted, ids, alias: 'd' },
    async (rowsOfPage) => {
      const page = await db.rows<{ id: number }>(sql`SELECT d.id FROM deposits d WHERE ${rowsOfPage}`)
      return db.rows<StoredDeposit>(depositsOfPageSql, [page.map(({ id }) => id)])
    },
    toDepositRow,
  )
}

/** Count of the waiting deposits, and the sum of their amounts. */
export const waitingDepositTotals = (db: Db): Promise<{ count: number; amount: Points }> =>
  oneRow(
    db,
    `SELECT count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS amount FROM deposits WHERE ${waitingDeposit.sql()}`,
  )
