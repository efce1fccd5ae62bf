import sql, { join, raw, Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import {
  afterCursor,
  byColumn,
  countRows,
  daysCondition,
  keysetPage,
  type ListKeys,
  listOrderOf,
  orderBy,
} from '#lib/core/keyset.ts'
import { maskSecrets } from './rules.ts'
import type { AuditQuery, AuditRow } from './schema.ts'

type StoredAuditRow = Omit<AuditRow, 'id' | 'at' | 'seq'> & { id: bigint; at: Date; seq: bigint | null }

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const auditKeys: ListKeys = { table: 'audit_entries', time: byColumn('at'), sorts: {} }

/**
 * Text of a tsquery for rows that contain, for each word of `q`, a word beginning with it; '' if `q` contains no word.
 */
const prefixQuery = (q: string): string => (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')

/**
 * Condition of the audit trail's free-text search. `actorNo` is the id of the member whose login id equals the search
 * text. If there is no such member, the condition on the actor is left out: it couldn't match any row, but PostgreSQL
 * would scan the table for it.
 */
function searchCondition(q: string, actorNo: number | undefined): Sql {
  if (/^\d{1,15}$/.test(q)) return sql`(a.id = ${q}::bigint OR a.subject_id = ${q})`
  const [type = '', number] = q.split(' ')
  if (number && /^\d+$/.test(number)) return sql`a.subject_type = ${type} AND a.subject_id = ${number}`
  const prefixes = prefixQuery(q)
  const alternatives = [sql`a.action LIKE ${`${escapeLike(q)}%`}`, sql`a.address = ${q}`]
  if (prefixes) alternatives.push(sql`to_tsvector('simple', a.reason) @@ to_tsquery('simple', ${prefixes})`)
  if (actorNo !== undefined) alternatives.push(sql`a.actor_id = ${actorNo}`)
  return join(alternatives, ' OR ', '(', ')')
}

type Filters = Omit<AuditQuery, 'size' | 'cursor'>

/**
 * SQL condition for the filters. Only filters in use add a condition, so that PostgreSQL can use a fitting index for
 * each combination.
 */
function filterConditions({ q, action, actor, subject, from, to }: Filters, actorNo: number | undefined): Sql {
  const [type, id] = subject?.split(' ') ?? []
  const conditions = [
    action && sql`(a.action = ${escapeLike(action)} OR a.action LIKE ${`${escapeLike(action)}.%`})`,
    actor && sql`a.actor_id = ${actor}::int`,
    type && sql`a.subject_type = ${type}`,
    id && sql`a.subject_id = ${id}`,
    (from || to) && daysCondition(auditKeys, { from, to }, 'a'),
    q.trim() && searchCondition(q.trim(), actorNo),
  ]
  return join([raw('true'), ...conditions.filter((each) => each instanceof Sql)], ' AND ')
}

const toAuditRow = ({ id, at, seq, before, after, ...row }: StoredAuditRow): AuditRow => ({
  ...row,
  id: Number(id),
  at: at.toISOString(),
  before: maskSecrets(before),
  after: maskSecrets(after),
  seq: seq === null ? null : Number(seq),
})

/** One page of audit entries, newest first, by keyset. Each entry has its position in the hash chain. */
export async function listAuditEntries(db: Db, { size, cursor, ...filters }: AuditQuery) {
  const [actorNo] = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id = lower($1)', [
    filters.q.trim(),
  ])
  const where = filterConditions(filters, actorNo?.id)
  const order = listOrderOf(auditKeys, filters)
  const [rows, total] = await Promise.all([
    db.rows<StoredAuditRow>(
      sql`SELECT a.id, a.at, a.actor_id AS actor_no, m.login_id AS actor_id, a.action, a.subject_type, a.subject_id,
          a.before, a.after, a.reason, a.address, l.seq, encode(l.hash, 'hex') AS hash
        FROM (SELECT * FROM audit_entries a WHERE ${where} AND ${afterCursor(order, cursor, 'a')}
          ORDER BY ${orderBy(order, 'a')} LIMIT ${size + 1}) AS a
          LEFT JOIN members m ON m.id = a.actor_id LEFT JOIN audit_links l ON l.entry_id = a.id ORDER BY ${orderBy(order, 'a')}`,
    ),
    countRows(db, sql`audit_entries a WHERE ${where}`),
  ])
  return keysetPage(rows.map(toAuditRow), { size, total }, (row) => row)
}

type SubjectPage = { subjectType: string; subjectId: string; size: number; cursor?: number | undefined }

/** One page of the audit entries of one subject, newest first, by keyset. */
export const listAuditEntriesOfSubject = (db: Db, { subjectType, subjectId, ...page }: SubjectPage) =>
  listAuditEntries(db, { q: '', subject: `${subjectType} ${subjectId}`, ...page })

// A loose index scan, which PostgreSQL can't plan by itself: looks up the index once per actor instead of reading the
// whole index.
const actorsSql = `
  WITH RECURSIVE known AS (
    SELECT min(actor_id) AS id FROM audit_entries
    UNION ALL SELECT (SELECT min(actor_id) FROM audit_entries WHERE actor_id > known.id) FROM known WHERE known.id IS NOT NULL
  ) SELECT m.id, m.login_id FROM known JOIN members m ON m.id = known.id ORDER BY m.login_id`

/** All actors of the audit trail, sorted by login id. */
export const listAuditActors = (db: Db): Promise<{ id: number; loginId: string }[]> => db.rows(actorsSql)
