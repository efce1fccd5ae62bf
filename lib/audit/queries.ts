import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { AuditRow, auditQuery } from './schema.ts'

type Row = Omit<AuditRow, 'id' | 'at'> & { id: bigint; at: Date }

/** Decisions 6: counts are exact up to here. */
const MOST_COUNTED = 10_000

// `q` is an action's beginning ('charge.'), a subject ('order 10001') or a member of staff.
const filter = `($1::text = '' OR a.action LIKE $1 || '%' OR a.subject_type || ' ' || a.subject_id = $1 OR m.login_id = $1)`
const joined = 'audit_entries a LEFT JOIN members m ON m.id = a.actor_id'

/** What staff have done, the newest first, one keyset page. */
export async function auditTrail(db: Db, { q, size, cursor }: z.output<typeof auditQuery>) {
  const text = q.trim().replace(/[\\%_]/g, '\\$&')
  const [rows, { count }] = await Promise.all([
    db.rows<Row>(
      `SELECT a.id, a.at, a.actor_id AS actor_no, m.login_id AS actor_id, a.action, a.subject_type, a.subject_id,
         a.before, a.after, a.reason, a.address
       FROM ${joined} WHERE ${filter} AND ($2::bigint IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      [text, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${joined} WHERE ${filter} LIMIT ${MOST_COUNTED}) AS counted`,
      [text],
    ),
  ])
  const page = rows.slice(0, size).map((row): AuditRow => ({ ...row, id: Number(row.id), at: row.at.toISOString() }))
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total: count }
}
