import type { Db } from '#lib/core/db.ts'
import { countOf, keysetPage } from '#lib/core/keyset.ts'
import { maskSecrets } from './rules.ts'
import type { AuditQuery, AuditRow } from './schema.ts'

type Row = Omit<AuditRow, 'id' | 'at' | 'seq'> & { id: bigint; at: Date; seq: bigint | null }

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const midnight = (place: string, days: number): string =>
  `(${place}::date + ${days})::timestamp AT TIME ZONE 'Asia/Seoul'`

type Conditions = { conditions: string[]; values: unknown[] }

/** A tsquery that matches each word of a search as a prefix; empty without words. */
const prefixQuery = (q: string): string => (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')

/**
 * Adds the condition of a free-text search. `actorNo` is the id of the member whose login id equals the search text. If
 * undefined there is none, and the condition on the actor, which couldn't match, is left out: PostgreSQL would scan for it.
 */
function search({ conditions, values }: Conditions, q: string, actorNo: number | undefined): void {
  const place = (value: unknown) => `$${values.push(value)}`
  if (/^\d{1,15}$/.test(q)) {
    conditions.push(`(a.id = ${place(q)}::bigint OR a.subject_id = ${place(q)})`)
    return
  }
  const [type = '', number] = q.split(' ')
  if (number && /^\d+$/.test(number)) {
    conditions.push(`a.subject_type = ${place(type)} AND a.subject_id = ${place(number)}`)
    return
  }
  const prefixes = prefixQuery(q)
  const ways = [`a.action LIKE ${place(`${escaped(q)}%`)}`, `a.address = ${place(q)}`]
  if (prefixes) ways.push(`to_tsvector('simple', a.reason) @@ to_tsquery('simple', ${place(prefixes)})`)
  if (actorNo !== undefined) ways.push(`a.actor_id = ${place(actorNo)}`)
  conditions.push(`(${ways.join(' OR ')})`)
}

type Filters = Omit<AuditQuery, 'size' | 'cursor'>

/** Only filters in use add a condition to the statement, so that each combination uses its own index. */
function conditionsOf({ q, action, actor, subject, from, to }: Filters, actorNo: number | undefined): Conditions {
  const asked: Conditions = { conditions: ['true'], values: [] }
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value) asked.conditions.push(condition(`$${asked.values.push(value)}`))
  }
  add(action && escaped(action), (place) => `(a.action = ${place} OR a.action LIKE ${place} || '.%')`)
  add(actor, (place) => `a.actor_id = ${place}::int`)
  const [type, id] = subject?.split(' ') ?? []
  add(type, (place) => `a.subject_type = ${place}`)
  add(id, (place) => `a.subject_id = ${place}`)
  add(from, (place) => `a.at >= ${midnight(place, 0)}`)
  add(to, (place) => `a.at < ${midnight(place, 1)}`)
  if (q.trim()) search(asked, q.trim(), actorNo)
  return asked
}

const toRow = ({ id, at, seq, before, after, ...row }: Row): AuditRow => ({
  ...row,
  id: Number(id),
  at: at.toISOString(),
  before: maskSecrets(before),
  after: maskSecrets(after),
  seq: seq === null ? null : Number(seq),
})

/**
 * With a date filter, the index by time gives the order; by id, a page of a past day would scan all newer entries
 * first.
 */
const byTime = {
  order: 'a.at DESC, a.id DESC',
  before: (cursor: string) =>
    `(a.at, a.id) < (SELECT c.at, c.id FROM audit_entries c WHERE c.id >= ${cursor}::bigint ORDER BY c.id LIMIT 1)`,
}
const byId = { order: 'a.id DESC', before: (cursor: string) => `a.id < ${cursor}::bigint` }

/** Audit entries, newest first, one keyset page; each with its position in the hash chain. */
export async function auditTrail(db: Db, { size, cursor, ...filters }: AuditQuery) {
  const [actorNo] = await db.rows<{ id: number }>('SELECT id FROM members WHERE login_id = lower($1)', [
    filters.q.trim(),
  ])
  const { conditions, values } = conditionsOf(filters, actorNo?.id)
  const where = conditions.join(' AND ')
  const { order, before } = filters.from || filters.to ? byTime : byId
  const own = values.length
  const page = cursor === undefined || cursor === null ? [size + 1] : [size + 1, cursor]
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT a.id, a.at, a.actor_id AS actor_no, m.login_id AS actor_id, a.action, a.subject_type, a.subject_id,
         a.before, a.after, a.reason, a.address, l.seq, encode(l.hash, 'hex') AS hash
       FROM (SELECT * FROM audit_entries a WHERE ${where}${page.length > 1 ? ` AND ${before(`$${own + 2}`)}` : ''}
         ORDER BY ${order} LIMIT $${own + 1}) AS a
         LEFT JOIN members m ON m.id = a.actor_id LEFT JOIN audit_links l ON l.entry_id = a.id ORDER BY ${order}`,
      [...values, ...page],
    ),
    countOf(db, `audit_entries a WHERE ${where}`, values),
  ])
  return keysetPage(rows.map(toRow), { size, total }, (row) => row)
}

type Subject = { subjectType: string; subjectId: string; size: number; cursor?: number | undefined }

/** Audit entries of one subject, newest first, one keyset page. */
export const auditTrailOf = (db: Db, { subjectType, subjectId, ...page }: Subject) =>
  auditTrail(db, { q: '', subject: `${subjectType} ${subjectId}`, ...page })

// Loose index scan: one index look-up per actor instead of reading the whole index.
const actors = `
  WITH RECURSIVE known AS (
    SELECT min(actor_id) AS id FROM audit_entries
    UNION ALL SELECT (SELECT min(actor_id) FROM audit_entries WHERE actor_id > known.id) FROM known WHERE known.id IS NOT NULL
  ) SELECT m.id, m.login_id FROM known JOIN members m ON m.id = known.id ORDER BY m.login_id`

/** All actors of the audit trail, by login id. */
export const auditActors = (db: Db): Promise<{ id: number; loginId: string }[]> => db.rows(actors)
