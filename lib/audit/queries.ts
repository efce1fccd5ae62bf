import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { AuditRow, auditQuery } from './schema.ts'

type Row = Omit<AuditRow, 'id' | 'at'> & { id: bigint; at: Date }

/** Decisions 6: counts are exact up to here. */
const MOST_COUNTED = 10_000

// `q` is an action's beginning ('charge.'), a subject ('order 10001') or a member of staff.
const filter = `($1::text = '' OR a.action LIKE $1 || '%' OR a.subject_type || ' ' || a.subject_id = $1 OR m.login_id = $1)`
const joined = 'audit_entries a LEFT JOIN members m ON m.id = a.actor_id'

const columns = `a.id, a.at, a.actor_id AS actor_no, m.login_id AS actor_id, a.action, a.subject_type, a.subject_id,
  a.before, a.after, a.reason, a.address`

const asTold = (row: Row): AuditRow => ({ ...row, id: Number(row.id), at: row.at.toISOString() })

/** What staff have done, the newest first, one keyset page. */
export async function auditTrail(db: Db, { q, size, cursor }: z.output<typeof auditQuery>) {
  const text = q.trim().replace(/[\\%_]/g, '\\$&')
  const [rows, { count }] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined} WHERE ${filter} AND ($2::bigint IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      [text, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${joined} WHERE ${filter} LIMIT ${MOST_COUNTED}) AS counted`,
      [text],
    ),
  ])
  const page = rows.slice(0, size).map(asTold)
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total: count }
}

type Subject = { subjectType: string; subjectId: string; size: number; cursor?: number | undefined }

/** What became of one subject, the newest first, one keyset page. */
export async function auditTrailOf(db: Db, { subjectType, subjectId, size, cursor }: Subject) {
  const [rows, { count }] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined} WHERE a.subject_type = $1 AND a.subject_id = $2
         AND ($3::bigint IS NULL OR a.id < $3) ORDER BY a.id DESC LIMIT $4`,
      [subjectType, subjectId, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM audit_entries
         WHERE subject_type = $1 AND subject_id = $2 LIMIT ${MOST_COUNTED}) AS counted`,
      [subjectType, subjectId],
    ),
  ])
  const page = rows.slice(0, size).map(asTold)
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total: count }
}
