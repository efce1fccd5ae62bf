import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countOf } from '#lib/core/keyset.ts'
import { begins } from '#lib/core/search.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { AdminMemberRow, adminMemberQuery } from './schema.ts'

/** True if there is another OWNER who isn't restricted, so that somebody can still run the shop. */
export async function hasOtherOwner(tx: Db, memberId: number): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT FROM members
     WHERE role = 'OWNER' AND deleted_at IS NULL AND id <> $1 AND ${restrictedMember.sql()} IS NOT TRUE LIMIT 1`,
    [memberId],
  )
  return rows.length > 0
}

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

/**
 * Search text as a prefix of a login id or e-mail, as a phone number, and as a member number; null where it can't be
 * one. Each form uses its own index.
 */
function searchOf(q: string): [text: string | null, phone: string | null, memberNo: number | null] {
  const text = q.trim().toLowerCase()
  if (text === '') return [null, null, null]
  const digits = text.replaceAll('-', '')
  const begins = (beginning: string) => `${beginning.replace(/[\\%_]/g, '\\$&')}%`
  return [begins(text), /^\d{4,}$/.test(digits) ? begins(digits) : null, /^\d{1,9}$/.test(text) ? Number(text) : null]
}

/** All members for staff, newest first, one keyset page (docs/contract.md#staff-lists). */
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

/** Member for staff, including deleted ones; null if the number doesn't exist. */
export async function memberForStaff(db: Db, memberNo: number): Promise<AdminMemberRow | null> {
  const [row] = await db.rows<Row>(`SELECT ${columns} FROM ${joined} WHERE m.id = $1`, [memberNo])
  return row ? toRow(row) : null
}

/** Most members to pass by number for a search; if more match, a pattern is used. */
const MOST_NAMED = 1_000

/** Members whose login id begins with the search text: their numbers, or a LIKE pattern if there are too many. */
export async function membersMatching(
  db: Db,
  q: string,
): Promise<{ memberNos: number[] | null; pattern: string | null }> {
  const pattern = `${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id LIKE $1 LIMIT $2', [
    pattern,
    MOST_NAMED + 1,
  ])
  // With so many members, scanning the newest rows soon finds enough of theirs.
  if (rows.length > MOST_NAMED) return { memberNos: null, pattern }
  return { memberNos: rows.map(({ id }) => id), pattern: null }
}

/**
 * True if a search matches so many members that scanning the newest rows is faster than looking up each member's rows.
 */
export async function meansMany(db: Db, text: string): Promise<boolean> {
  const rows = await db.rows('SELECT FROM members WHERE login_id ~>=~ $1 AND login_id ~<~ $2 LIMIT $3', [
    ...begins(text),
    MOST_NAMED + 1,
  ])
  return rows.length > MOST_NAMED
}

/** If a filter finds fewer rows than this, the member of each row is checked instead. */
const FEW_ROWS = 20_000

type IdsOfMembers = {
  table: string
  many: boolean
  counted: boolean
  bounds: readonly [string, string]
  where: string
  most: string
}

/**
 * SQL for the ids of candidate rows `f` of a table whose members' login ids are within `bounds`; the caller sorts and
 * limits them. If few members match: each member's newest `most` rows, by an index. If many match, for a page: the newest
 * `most` rows, by a scan from the newest. If many match, for a count only: any `most` rows, from member to member, or all
 * if the filter alone finds few; the scan could read most of the table.
 */
export function idsOfMembers({ table, many, counted, bounds: [from, to], where, most }: IdsOfMembers): string {
  const meant = `login_id ~>=~ ${from} AND login_id ~<~ ${to}`
  const newest = (rows: string) => `${rows} WHERE ${where} ORDER BY f.id DESC LIMIT`
  const theirs = `(SELECT id FROM members WHERE ${meant} ORDER BY login_id USING ~<~) w`
  if (!many)
    return `SELECT f.id FROM ${theirs}, LATERAL (SELECT f.id FROM ${table} f WHERE f.member_id = w.id AND ${where} ORDER BY f.id DESC LIMIT ${most}) f`
  const looked = `LATERAL (SELECT FROM members WHERE id = f.member_id AND ${meant} OFFSET 0) w`
  if (!counted) return `${newest(`SELECT f.id FROM ${table} f, ${looked}`)} ${most}`
  return `WITH few AS MATERIALIZED (${newest(`SELECT f.id, f.member_id FROM ${table} f`)} ${FEW_ROWS}),
      all_few AS MATERIALIZED (SELECT count(*) < ${FEW_ROWS} AS yes FROM few)
    (SELECT f.id FROM few f JOIN ${theirs} ON w.id = f.member_id WHERE (SELECT yes FROM all_few))
    UNION ALL (SELECT f.id FROM ${theirs}, LATERAL (SELECT f.id FROM ${table} f WHERE f.member_id = w.id AND ${where} OFFSET 0) f
      WHERE NOT (SELECT yes FROM all_few) LIMIT ${most})`
}
