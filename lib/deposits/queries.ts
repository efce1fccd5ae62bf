import type { z } from 'zod'
import { normalName, searchedAmount } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { beginning, containing } from '#lib/core/search.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { whyWaiting } from './queries/why-waiting.ts'
import type { DepositRow, depositQuery } from './schema.ts'

export type StoredDeposit = Omit<DepositRow, 'amount' | 'at' | 'createdAt' | 'matchedAt'> & {
  amount: Points
  at: Date
  createdAt: Date
  matchedAt: Date | null
}

/** Decisions 6: counts are exact up to here. */
const MOST_COUNTED = 10_000

/** The one charge that deposit `d` paid for, alone or with others. */
const paidCharge = 'coalesce(d.charge_id, (SELECT charge_id FROM deposit_merges WHERE deposit_id = d.id))'

const chargeIds = `CASE WHEN p.id IS NOT NULL THEN ARRAY[p.id]
  ELSE ARRAY(SELECT charge_id FROM deposit_splits WHERE deposit_id = d.id ORDER BY charge_id) END`

export const depositColumns = `d.id, d.external_id, d.name, d.amount, d.at, d.status, ${chargeIds} AS charge_ids,
  ${whyWaiting} AS reason, m.id AS member_no, m.login_id AS member_id, d.created_at, d.matched_at`

export const depositJoined = `deposits d LEFT JOIN charges p ON p.id = ${paidCharge}
  LEFT JOIN members m ON m.id = p.member_id`

const own = '($1::text IS NULL OR f.status = $1) AND ($2::int IS NULL OR f.id < $2) ORDER BY f.id DESC LIMIT $3'

// Each way to find a deposit goes by an index of its own, and stops at a page. Of what waits any part of the name will do.
const found = `
  (SELECT f.id FROM deposits f WHERE f.normal_name LIKE $4 AND ${own})
  UNION (SELECT f.id FROM deposits f WHERE f.amount = $5::bigint AND ${own})
  UNION (SELECT f.id FROM deposits f WHERE f.external_id = $6 AND ${own})
  UNION (SELECT f.id FROM deposits f WHERE f.status = 'WAITING' AND f.normal_name LIKE $7 AND ${own})`

const listed = `SELECT f.id FROM deposits f WHERE ${own}`

function searchOf(q: string) {
  const name = normalName(q)
  return [name ? beginning(name) : null, searchedAmount(q), q, name ? containing(name) : null]
}

export const toDepositRow = (row: StoredDeposit): DepositRow => ({
  ...row,
  amount: pointsToNumber(row.amount),
  at: row.at.toISOString(),
  createdAt: row.createdAt.toISOString(),
  matchedAt: row.matchedAt?.toISOString() ?? null,
})

/** All deposits for staff, newest first, one keyset page (decisions 6). */
export async function depositsForStaff(db: Db, { status, q, size, cursor }: z.output<typeof depositQuery>) {
  const text = q.trim()
  const [ids, search] = text ? [found, searchOf(text)] : [listed, []]
  const [rows, { count }] = await Promise.all([
    db.rows<StoredDeposit>(
      `SELECT ${depositColumns} FROM ${depositJoined}
       WHERE d.id IN (SELECT id FROM (${ids}) AS page ORDER BY id DESC LIMIT $3) ORDER BY d.id DESC`,
      [status ?? null, cursor ?? null, size + 1, ...search],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT FROM (${ids}) AS page LIMIT $3) AS counted`,
      [status ?? null, null, MOST_COUNTED, ...search],
    ),
  ])
  const page = rows.slice(0, size)
  return {
    rows: page.map(toDepositRow),
    nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null,
    total: count,
  }
}

/** How many deposits wait for staff, and their sum. */
export const waitingDeposits = (db: Db): Promise<{ count: number; amount: Points }> =>
  oneRow(
    db,
    "SELECT count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS amount FROM deposits WHERE status = 'WAITING'",
  )
