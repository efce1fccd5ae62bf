import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countOf } from '#lib/core/keyset.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { AdminMemberRow, adminMemberQuery } from './schema.ts'

type Row = Omit<AdminMemberRow, 'point' | 'restrictedUntil' | 'createdAt' | 'lastLoginAt' | 'deletedAt'> &
  Record<'restrictedUntil' | 'lastLoginAt' | 'deletedAt', Date | null> & { point: Points; createdAt: Date }

const columns = `m.id AS member_no, m.login_id AS member_id, m.email, m.phone, m.role, m.restriction, m.restricted_until,
  coalesce(b.point, 0) AS point, m.memo, m.created_at, m.last_login_at, m.deleted_at`

const joined = 'members m LEFT JOIN balances b ON b.member_id = m.id'

const toRow = (row: Row): AdminMemberRow => ({
  ...row,
  restrictedUntil: row.restrictedUntil?.toISOString() ?? null,
  point: pointsToNumber(row.point),
  createdAt: row.createdAt.toISOString(),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

const filter = `($1::text IS NULL OR m.login_id LIKE $1 OR m.email LIKE $1 OR m.phone LIKE $2 OR m.id = $3)
  AND ($4::text IS NULL OR m.restriction = $4) AND ($5::text IS NULL OR m.role = $5)`

/** How an id, an address or a number begins, or a member's number: each has an index of its own. */
function searchOf(q: string): [text: string | null, phone: string | null, memberNo: number | null] {
  const text = q.trim().toLowerCase()
  if (text === '') return [null, null, null]
  const digits = text.replaceAll('-', '')
  const begins = (beginning: string) => `${beginning.replace(/[\\%_]/g, '\\$&')}%`
  return [begins(text), /^\d{4,}$/.test(digits) ? begins(digits) : null, /^\d{1,9}$/.test(text) ? Number(text) : null]
}

/** All members for staff, the newest first, one keyset page (decisions 6). */
export async function membersForStaff(db: Db, { q, status, role, size, cursor }: z.output<typeof adminMemberQuery>) {
  const values = [...searchOf(q), status ?? null, role ?? null]
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined} WHERE ${filter} AND ($6::int IS NULL OR m.id < $6) ORDER BY m.id DESC LIMIT $7`,
      [...values, cursor ?? null, size + 1],
    ),
    countOf(db, `members m WHERE ${filter}`, values),
  ])
  const page = rows.slice(0, size)
  return {
    rows: page.map(toRow),
    nextCursor: rows.length > size ? (page.at(-1)?.memberNo ?? null) : null,
    total,
  }
}

/** One member for staff; null when there never was one. */
export async function memberForStaff(db: Db, memberNo: number): Promise<AdminMemberRow | null> {
  const [row] = await db.rows<Row>(`SELECT ${columns} FROM ${joined} WHERE m.id = $1`, [memberNo])
  return row ? toRow(row) : null
}

/** More members than this that a search begins are not named one by one. */
const MOST_NAMED = 1_000

/** Whom a search means whose login id begins with it: their numbers, or how their ids begin where they are very many. */
export async function membersMeant(db: Db, q: string): Promise<{ memberNos: number[] | null; pattern: string | null }> {
  const pattern = `${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id LIKE $1 LIMIT $2', [
    pattern,
    MOST_NAMED + 1,
  ])
  // So many that the newest rows hold enough of theirs.
  if (rows.length > MOST_NAMED) return { memberNos: null, pattern }
  return { memberNos: rows.map(({ id }) => id), pattern: null }
}
