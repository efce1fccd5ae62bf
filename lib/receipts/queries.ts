import type { z } from 'zod'
import { normalName, plainNumber, searchedAmount } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { taxOf } from './rules.ts'
import type { ReceiptRow, receiptQuery } from './schema.ts'

type Row = Omit<ReceiptRow, 'payAmount' | 'supply' | 'tax' | 'createdAt' | 'settledAt' | 'reversedAt'> &
  Record<'settledAt' | 'reversedAt', Date | null> & { payAmount: Points; createdAt: Date }

/** Decisions 6: counts are exact up to here. */
const MOST_COUNTED = 10_000

const columns = `r.id, r.charge_id, c.member_id AS member_no, m.login_id AS member_id, c.name, r.fee_type, c.fee_value,
  c.pay_amount, r.status, r.note, r.created_at, r.settled_at, s.login_id AS settled_by, c.reversed_at`

const joined = `receipts r JOIN charges c ON c.id = r.charge_id JOIN members m ON m.id = c.member_id
  LEFT JOIN members s ON s.id = r.settled_by`

const filter = `($1::text IS NULL OR r.status = $1) AND ($2::int IS NULL OR r.fee_type = $2)
  AND ($3::text IS NULL OR m.login_id LIKE $3 || '%' OR c.normal_name LIKE $4 || '%' OR c.pay_amount = $5::bigint
    OR c.fee_value ->> 'company' LIKE '%' || $6 || '%' OR c.fee_value ->> 'businessNumber' = $7)`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function searchOf(q: string): (string | Points | null)[] {
  const text = q.trim()
  if (text === '') return [null, null, null, null, null]
  const name = normalName(text) || text
  return [escaped(text.toLowerCase()), escaped(name), searchedAmount(text), escaped(text), plainNumber(text)]
}

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

/** Cash receipts and tax invoices for staff, newest first, one keyset page (decisions 6). */
export async function receiptsForStaff(db: Db, { status, kind, q, size, cursor }: z.output<typeof receiptQuery>) {
  const values = [status ?? null, kind ?? null, ...searchOf(q)]
  const [rows, { count }] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined} WHERE ${filter} AND ($8::int IS NULL OR r.id < $8) ORDER BY r.id DESC LIMIT $9`,
      [...values, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${joined} WHERE ${filter} LIMIT ${MOST_COUNTED}) AS counted`,
      values,
    ),
  ])
  const page = rows.slice(0, size)
  return { rows: page.map(toRow), nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total: count }
}

/** One receipt for staff; null when it isn't there. */
export async function receiptById(db: Db, id: number): Promise<ReceiptRow | null> {
  const [row] = await db.rows<Row>(`SELECT ${columns} FROM ${joined} WHERE r.id = $1`, [id])
  return row ? toRow(row) : null
}

/** What waits to be issued. */
export const openReceipts = (db: Db): Promise<{ count: number }> =>
  oneRow(db, "SELECT count(*)::int AS count FROM receipts WHERE status = 'REQUESTED'")
