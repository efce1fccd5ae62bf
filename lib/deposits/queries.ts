import type { z } from 'zod'
import { normalName, searchedAmount } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins, containing } from '#lib/core/search.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { whyWaiting } from './queries/why-waiting.ts'
import { waitingDeposit } from './rules.ts'
import type { DepositRow, depositQuery } from './schema.ts'

export type StoredDeposit = Omit<DepositRow, 'amount' | 'at' | 'createdAt' | 'matchedAt'> & {
  amount: Points
  at: Date
  createdAt: Date
  matchedAt: Date | null
}

/**
 * SQL expression: id of the charge that deposit `d` paid for, alone or with other deposits; NULL for none or several.
 */
const paidCharge = 'coalesce(d.charge_id, (SELECT charge_id FROM deposit_merges WHERE deposit_id = d.id))'

const chargeIds = `CASE WHEN p.id IS NOT NULL THEN ARRAY[p.id]
  ELSE ARRAY(SELECT charge_id FROM deposit_splits WHERE deposit_id = d.id ORDER BY charge_id) END`

export const depositColumns = `d.id, d.external_id, d.name, d.amount, d.at, d.precision, d.source, d.status, ${chargeIds} AS charge_ids,
  ${whyWaiting} AS reason, m.id AS member_no, m.login_id AS member_id, d.created_at, d.matched_at`

export const depositJoined = `deposits d LEFT JOIN charges p ON p.id = ${paidCharge}
  LEFT JOIN members m ON m.id = p.member_id`

// The statement has a condition on the status only if one is given: a generic plan for all statuses would scan the list
// for a rare one.
const own = (byStatus: boolean) => `${byStatus ? 'f.status = $1::text' : '$1::text IS NULL'}
  AND ($2::int IS NULL OR f.id < $2) ORDER BY f.id DESC LIMIT $3`

/**
 * Each kind of match uses its own index and stops after one page: the beginning of a name, an amount, an external id;
 * in waiting deposits, also any part of a name. OFFSET 0 is an optimizer fence: without it a name would be searched for
 * in the whole list.
 */
const found = (filter: string) => `
  (SELECT f.id FROM (SELECT id, status FROM deposits WHERE normal_name ~>=~ $4 AND normal_name ~<~ $5 AND $4 <> '' OFFSET 0) f
    WHERE ${filter})
  UNION (SELECT f.id FROM deposits f WHERE f.amount = $6::bigint AND ${filter})
  UNION (SELECT f.id FROM deposits f WHERE f.external_id = $7 AND ${filter})
  UNION (SELECT f.id FROM (SELECT * FROM deposits WHERE ${waitingDeposit.sql()} OFFSET 0) f
    WHERE $4 <> '' AND f.normal_name LIKE $8 AND ${filter})`

const listed = (filter: string) => `SELECT f.id FROM deposits f WHERE ${filter}`

function searchOf(text: string): (string | Points | null)[] {
  const name = normalName(text)
  return [...begins(name), searchedAmount(text), text, containing(name)]
}

export const toDepositRow = (row: StoredDeposit): DepositRow => ({
  ...row,
  amount: pointsToNumber(row.amount),
  at: row.at.toISOString(),
  createdAt: row.createdAt.toISOString(),
  matchedAt: row.matchedAt?.toISOString() ?? null,
})

/** All deposits for staff, newest first, one keyset page (docs/contract.md#staff-lists). */
export async function depositsForStaff(db: Db, { status, q, size, cursor }: z.output<typeof depositQuery>) {
  const text = q.trim()
  const search = text ? searchOf(text) : []
  const ids = (text ? found : listed)(own(status !== undefined))
  const [rows, total] = await Promise.all([
    db.rows<StoredDeposit>(
      `SELECT ${depositColumns} FROM ${depositJoined}
       WHERE d.id IN (SELECT id FROM (${ids}) AS page ORDER BY id DESC LIMIT $3) ORDER BY d.id DESC`,
      [status ?? null, cursor ?? null, size + 1, ...search],
    ),
    countOf(db, `(${ids}) AS page`, [status ?? null, null, MOST_COUNTED, ...search]),
  ])
  return keysetPage(rows, { size, total }, toDepositRow)
}

/** Number and total amount, in points, of the deposits that wait for staff. */
export const waitingDeposits = (db: Db): Promise<{ count: number; amount: Points }> =>
  oneRow(
    db,
    `SELECT count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS amount FROM deposits WHERE ${waitingDeposit.sql()}`,
  )
