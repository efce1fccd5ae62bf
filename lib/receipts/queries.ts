import type { z } from 'zod'
import { feeType } from '#lib/charges/labels.ts'
import { normalName, plainNumber, searchedAmount } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, keysetPage, MOST_COUNTED } from '#lib/core/keyset.ts'
import { begins, containing } from '#lib/core/search.ts'
import { idsOfMembers, meansMany } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { taxOf } from './rules.ts'
import type { ReceiptRow, receiptQuery } from './schema.ts'

type Row = Omit<ReceiptRow, 'payAmount' | 'supply' | 'tax' | 'createdAt' | 'settledAt' | 'reversedAt'> &
  Record<'settledAt' | 'reversedAt', Date | null> & { payAmount: Points; createdAt: Date }

const columns = `r.id, r.charge_id, c.member_id AS member_no, m.login_id AS member_id, c.name, r.fee_type, c.fee_value,
  c.pay_amount, r.status, r.note, r.created_at, r.settled_at, s.login_id AS settled_by, c.reversed_at`

const joined = `receipts r JOIN charges c ON c.id = r.charge_id JOIN members m ON m.id = c.member_id
  LEFT JOIN members s ON s.id = r.settled_by`

// The statement is built with or without a status: a single generic plan for both would scan the whole list for a rare
// status.
const own = (byStatus: boolean) => `${byStatus ? 'f.status = $1::text' : '$1::text IS NULL'}
  AND ($2::int IS NULL OR f.fee_type = $2) AND ($3::int IS NULL OR f.id < $3)`

const newest = (where: string) => `${where} ORDER BY f.id DESC LIMIT $4`

/**
 * SQL for the receipts of charges that match a condition. OFFSET 0 makes the planner look up each receipt by its charge
 * instead of scanning all receipts.
 */
const filedFor = (condition: string, filter: string) => `
  (SELECT f.id FROM (SELECT id FROM charges WHERE ${condition} OFFSET 0) c,
    LATERAL (SELECT * FROM receipts WHERE charge_id = c.id OFFSET 0) f WHERE ${filter})`

// A company's name is matched by its start; for receipts still to be issued, by any part of it.
const found = (filter: string, theirs: string) => `
  ${filedFor("normal_name ~>=~ $5 AND normal_name ~<~ $6 AND $5 <> ''", filter)}
  UNION ${filedFor('pay_amount = $7::bigint', filter)}
  UNION (${theirs})
  UNION ${filedFor(`fee_type = ${feeType.FEE} AND fee_value ->> 'company' ~>=~ $10 AND fee_value ->> 'company' ~<~ $11`, filter)}
  UNION ${filedFor(`fee_type = ${feeType.FEE} AND fee_value ->> 'businessNumber' = $12`, filter)}
  UNION (SELECT f.id FROM (SELECT * FROM receipts WHERE status = 'REQUESTED' OFFSET 0) f,
      LATERAL (SELECT fee_value FROM charges WHERE id = f.charge_id OFFSET 0) c
    WHERE c.fee_value ->> 'company' LIKE $13 AND ${filter})`

const listed = (filter: string) => `SELECT f.id FROM receipts f WHERE ${filter}`

const searchOf = (text: string): (string | Points | null)[] => [
  ...begins(normalName(text)),
  searchedAmount(text),
  ...begins(text.toLowerCase()),
  ...begins(text),
  plainNumber(text),
  containing(text),
]

function toRow(row: Row): ReceiptRow {
  const { supply, tax } = taxOf(row.payAmount)
  return {
    ...row,
    payAmount: pointsToNumber(row.payAmount),
    supply: pointsToNumber(supply),
    tax: pointsToNumber(tax),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    reversedAt: row.reversedAt?.toISOString() ?? null,
  }
}

/** Cash receipts and tax invoices for staff, newest first, one keyset page (docs/contract.md#staff-lists). */
export async function receiptsForStaff(db: Db, { status, kind, q, size, cursor }: z.output<typeof receiptQuery>) {
  const text = q.trim()
  const search = text ? searchOf(text) : []
  const where = own(status !== undefined)
  const theirs = {
    table: 'receipts',
    where,
    bounds: ['$8', '$9'],
    most: '$4',
    many: text !== '' && (await meansMany(db, text.toLowerCase())),
  } as const
  const ids = (counted: boolean) =>
    text ? found(newest(where), idsOfMembers({ ...theirs, counted })) : listed(newest(where))
  const asked = [status ?? null, kind ?? null]
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined}
       WHERE r.id IN (SELECT id FROM (${ids(false)}) AS page ORDER BY id DESC LIMIT $4) ORDER BY r.id DESC`,
      [...asked, cursor ?? null, size + 1, ...search],
    ),
    countOf(db, `(${ids(true)}) AS page`, [...asked, null, MOST_COUNTED, ...search]),
  ])
  return keysetPage(rows, { size, total }, toRow)
}

/** One receipt for staff; null if there is none. */
export async function receiptById(db: Db, id: number): Promise<ReceiptRow | null> {
  const [row] = await db.rows<Row>(`SELECT ${columns} FROM ${joined} WHERE r.id = $1`, [id])
  return row ? toRow(row) : null
}

/** Number of receipts still to be issued. */
export const openReceipts = (db: Db): Promise<{ count: number }> =>
  oneRow(db, "SELECT count(*)::int AS count FROM receipts WHERE status = 'REQUESTED'")
