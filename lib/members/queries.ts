import sql, { join, raw, Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import {
  byColumn,
  type DaysAndSort,
  idAndSortKey,
  idsOfRowsSql,
  type ListKeys,
  type ListSpan,
  listPage,
  orderBy,
  spanCondition,
  type WithAnySort,
} from '#lib/core/keyset.ts'
import { prefixBounds } from '#lib/core/search.ts'
import { endedSuspension, presentRestrictionSql, restrictedMember } from '#lib/members/restriction/rules.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { AdminMemberRow, adminMemberQuery } from './schema.ts'

/** True if another OWNER exists who isn't restricted, so that somebody can still run the shop. */
export async function hasOtherOwner(tx: Db, memberId: number): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT FROM members
     WHERE role = 'OWNER' AND deleted_at IS NULL AND id <> $1 AND ${restrictedMember.sql()} IS NOT TRUE LIMIT 1`,
    [memberId],
  )
  return rows.length > 0
}

type StoredMember = Omit<AdminMemberRow, 'point' | 'restrictedUntil' | 'createdAt' | 'lastLoginAt' | 'deletedAt'> &
  Record<'restrictedUntil' | 'lastLoginAt' | 'deletedAt', Date | null> & { point: Points; createdAt: Date }

const memberColumns =
  raw(`m.id AS member_no, m.login_id AS member_id, m.email, m.phone, m.role, ${presentRestrictionSql('m')} AS restriction, m.restricted_until,
  m.restriction_reason, coalesce(b.point, 0) AS point, m.memo, m.created_at, m.last_login_at, m.deleted_at`)

const membersWithBalances = raw('members m LEFT JOIN balances b ON b.member_id = m.id')

const toMemberRow = (row: StoredMember): AdminMemberRow => ({
  ...row,
  restrictedUntil: row.restrictedUntil?.toISOString() ?? null,
  point: pointsToNumber(row.point),
  createdAt: row.createdAt.toISOString(),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

/**
 * The three forms in which a search text of the member list is compared: pattern for the beginning of a login id or
 * e-mail address, pattern for the beginning of a phone number, and member number. A form is null if the text can't have
 * it: text without digits is no phone number.
 */
function searchFormsOf(q: string): [text: string | null, phone: string | null, memberNo: number | null] {
  const text = q.trim().toLowerCase()
  if (text === '') return [null, null, null]
  const digits = text.replaceAll('-', '')
  const prefixPattern = (beginning: string) => `${beginning.replace(/[\\%_]/g, '\\$&')}%`
  return [
    prefixPattern(text),
    /^\d{4,}$/.test(digits) ? prefixPattern(digits) : null,
    /^\d{1,9}$/.test(text) ? Number(text) : null,
  ]
}

/**
 * Values by which the member list is sorted. A member who has never logged in is sorted as if his last login was in
 * 1970. The SQL expressions are the same as in the indexes, so that PostgreSQL can use these.
 */
const memberKeys: ListKeys<'memberNo' | 'lastLoginAt'> = {
  table: 'members',
  time: byColumn('created_at'),
  sorts: {
    memberNo: byColumn('id'),
    lastLoginAt: (alias) => `coalesce(${alias}.last_login_at, 'epoch'::timestamptz)`,
  },
}

type MemberFilter = Pick<z.output<typeof adminMemberQuery>, 'q' | 'status' | 'role'>

/**
 * SQL condition: member `f` has this restriction now; undefined if `status` is absent. The level is a literal in the
 * SQL, because PostgreSQL uses the partial index only then.
 */
function restrictionCondition(status: MemberFilter['status']): Sql | undefined {
  if (!status) return
  if (status === 'NORMAL') return raw(`(f.restriction = 'NORMAL' OR ${endedSuspension.sql('f')})`)
  return raw(`f.restriction = '${status}' AND ${endedSuspension.sql('f')} IS NOT TRUE`)
}

/** SQL condition that member `f` is found by the search text; undefined without a text. */
function searchCondition(q: string): Sql | undefined {
  const [text, phone, memberNo] = searchFormsOf(q)
  if (text === null) return
  return sql`(f.login_id LIKE ${text} OR f.email LIKE ${text} OR f.phone LIKE ${phone} OR f.id = ${memberNo})`
}

/** SQL condition that member `f` passes all filters except the days; undefined if there are no such filters. */
function memberCondition({ q, status, role }: MemberFilter): Sql | undefined {
  const conditions = [searchCondition(q), restrictionCondition(status), role && sql`f.role = ${role}`]
  const wanted = conditions.filter((each) => each instanceof Sql)
  return wanted.length > 0 ? join(wanted, ' AND ') : undefined
}

/**
 * One page of the members for staff, newest first unless another sort is chosen, by keyset
 * (docs/contract.md#staff-lists).
 */
export function membersForStaff(db: Db, wanted: WithAnySort<z.output<typeof adminMemberQuery>>) {
  const ids = (span: ListSpan) => idsOfRowsSql({ keys: memberKeys, wanted, others: memberCondition(wanted) }, span)
  return listPage(
    db,
    { keys: memberKeys, wanted, ids, alias: 'm' },
    (rowsOfPage) =>
      db.rows<StoredMember & { id: number }>(
        sql`SELECT m.id, ${memberColumns} FROM ${membersWithBalances} WHERE ${rowsOfPage}`,
      ),
    ({ id: _, ...row }) => toMemberRow(row),
  )
}

/** The row of a member as in the member list, also for a deleted account; null if there is no such member. */
export async function memberForStaff(db: Db, memberNo: number): Promise<AdminMemberRow | null> {
  const [row] = await db.rows<StoredMember>(
    sql`SELECT ${memberColumns} FROM ${membersWithBalances} WHERE m.id = ${memberNo}`,
  )
  return row ? toMemberRow(row) : null
}

/** Number of matching members above which `memberIdsMatching` returns null and `matchesManyMembers` returns true. */
const MAX_MEMBERS_BY_NUMBER = 1_000

/** Ids of the members whose login id begins with the search text; null if more than MAX_MEMBERS_BY_NUMBER match. */
export async function memberIdsMatching(db: Db, q: string): Promise<number[] | null> {
  const rows = await db.rows<{ id: number }>(
    'SELECT id FROM members WHERE login_id ~>=~ $1 AND login_id ~<~ $2 LIMIT $3',
    [...prefixBounds(q.trim().toLowerCase()), MAX_MEMBERS_BY_NUMBER + 1],
  )
  return rows.length > MAX_MEMBERS_BY_NUMBER ? null : rows.map(({ id }) => id)
}

/**
 * True if so many login ids begin with the text that scanning a list from its newest row is faster than looking up the
 * rows of each member.
 */
export async function matchesManyMembers(db: Db, text: string): Promise<boolean> {
  const rows = await db.rows('SELECT FROM members WHERE login_id ~>=~ $1 AND login_id ~<~ $2 LIMIT $3', [
    ...prefixBounds(text),
    MAX_MEMBERS_BY_NUMBER + 1,
  ])
  return rows.length > MAX_MEMBERS_BY_NUMBER
}

/**
 * Maximum number of rows that `rowIdsOfMembersSql` reads in the list's order to check whether each belongs to a
 * matching member. Beyond it, reading the rows of each matching member is faster. Only rows that match the list's other
 * filters are read. `page`: for a page of the list. `count`: for a count of rows. `countOfDays`: for a count of the
 * rows of some days; it may be larger, because these rows are next to each other in the table.
 */
const MAX_ROWS = { page: 4_000, count: 20_000, countOfDays: 60_000 }

type IdsOfMembers = {
  keys: ListKeys<string>
  wanted: DaysAndSort
  /** Result of `matchesManyMembers` for the text. */
  matchesMany: boolean
  /** Beginning of the login ids, in lower case. */
  text: string
  /** Condition on the rows `f`, including the condition on the days. */
  where: Sql
  span: ListSpan
}

/**
 * SQL that selects those `limit` members among `matching` whose first row comes earliest in a list. The first `limit`
 * rows of the list can only belong to these members.
 */
const firstOfMembers = ({
  matching,
  ofMember,
  order,
  limit,
}: {
  matching: Sql
  ofMember: Sql
  order: Sql
  limit: number
}) =>
  sql`SELECT id FROM (SELECT w.id, (SELECT f.id FROM (${ofMember}) f ORDER BY ${order} LIMIT 1) AS first FROM ${matching}) AS firsts
    ORDER BY first DESC NULLS LAST LIMIT ${limit}`

/**
 * SQL for the ids of the rows `f` of a list's table that belong to members whose login ids begin with a text. Returns
 * enough candidates for a page or a count; the caller sorts and limits them. How it finds them:
 * - Few members match: reads the first rows of each member by an index.
 * - Many match, page of a list sorted by a column: as `idsOfRowsSql`.
 * - Many match, page of a list sorted by id: checks the first MAX_ROWS.page rows that match the other filters. If these
 * don't fill the page, reads the rows of the members that `firstOfMembers` selects.
 * - Many match, count: checks the rows that match the other filters. If these are MAX_ROWS.count or more, reads the
 * rows of each matching member.
 */
export function rowIdsOfMembersSql({ keys, wanted, matchesMany, text, where: filter, span }: IdsOfMembers): Sql {
  const [from, to] = prefixBounds(text)
  const rows = raw(`${keys.table} f`)
  const where = spanCondition(filter, span)
  const maxCounted = span.order.key ? MAX_ROWS.countOfDays : MAX_ROWS.count
  const maxRows = raw(String(span.counted ? maxCounted : MAX_ROWS.page))
  const loginIdMatches = sql`login_id ~>=~ ${from} AND login_id ~<~ ${to}`
  const matching = sql`(SELECT id FROM members WHERE ${loginIdMatches} ORDER BY login_id USING ~<~) w`
  const columns = idAndSortKey(span)
  const order = orderBy(span.order, 'f')
  const ofMember = sql`SELECT f.* FROM ${rows} WHERE f.member_id = w.id AND ${where}`
  if (!matchesMany)
    return sql`SELECT ${columns} FROM ${matching}, LATERAL (${ofMember} ORDER BY ${order} LIMIT ${span.limit}) f`
  if (!span.counted && span.order.key) {
    const others = sql`f.member_id IN (SELECT id FROM members WHERE ${loginIdMatches}) AND ${filter}`
    return idsOfRowsSql({ keys, wanted, others }, span)
  }
  if (!span.counted) {
    const first = sql`(SELECT f.* FROM ${rows} WHERE ${where} ORDER BY ${order} LIMIT ${maxRows})`
    return sql`WITH found AS MATERIALIZED (SELECT ${columns} FROM ${first} f,
          LATERAL (SELECT FROM members WHERE id = f.member_id AND ${loginIdMatches} OFFSET 0) w
        ORDER BY ${order} LIMIT ${span.limit}), is_enough AS MATERIALIZED (
        SELECT (SELECT count(*) FROM found) = ${span.limit} OR (SELECT count(*) FROM ${first} AS first) < ${maxRows} AS yes
      ), w AS MATERIALIZED (${firstOfMembers({ matching, ofMember, order, limit: span.limit })})
      (SELECT id FROM found) UNION ALL (SELECT ${columns} FROM w, LATERAL (${ofMember} ORDER BY ${order} LIMIT ${span.limit}) f
        WHERE NOT (SELECT yes FROM is_enough))`
  }
  // Selects only the columns that are read later, because whole rows of some lists take more memory than a statement
  // may use.
  return sql`WITH few AS MATERIALIZED (SELECT ${columns}, f.member_id FROM ${rows} WHERE ${where} ORDER BY ${order} LIMIT ${maxRows}),
      all_few AS MATERIALIZED (SELECT count(*) < ${maxRows} AS yes FROM few)
    (SELECT ${raw(span.order.key ? 'f.id, f.sort_key' : 'f.id')} FROM few f JOIN ${matching} ON w.id = f.member_id WHERE (SELECT yes FROM all_few))
    UNION ALL (SELECT ${columns} FROM ${matching}, LATERAL (${ofMember} OFFSET 0) f
      WHERE NOT (SELECT yes FROM all_few) LIMIT ${span.limit})`
}

/** Versions of terms and privacy policy that a member agreed to. */
export async function readAgreements(db: Db, memberId: number) {
  const rows = await db.rows<{ kind: 'service' | 'privacy'; since: string; agreedAt: Date }>(
    'SELECT kind, since, agreed_at FROM member_agreements WHERE member_id = $1 ORDER BY agreed_at DESC, kind DESC',
    [memberId],
  )
  return rows.map((row) => ({ ...row, agreedAt: row.agreedAt.toISOString() }))
}
