import { type Db, oneRow } from '#lib/core/db.ts'
import { actionsOf } from './rules.ts'
import type { TaskQuery } from './schema.ts'

export type StoredTask = {
  id: number
  kind: string
  refType: string
  refId: number
  detail: Record<string, unknown>
  dueAt: Date | null
  createdAt: Date
  resolvedAt: Date | null
  resolvedBy: string | null
}

const MOST_COUNTED = 10_000

const filter = `($1::text IS NULL OR (t.resolved_at IS NULL) = ($1 = 'OPEN'))
  AND ($2 = '' OR t.kind = upper($2) OR t.ref_id::text = $2)`

function toRow({ dueAt, createdAt, resolvedAt, ...task }: StoredTask) {
  return {
    ...task,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    actions: resolvedAt ? [] : [...actionsOf(task.kind, task.detail)],
  }
}

/** Tasks, newest first, one keyset page; `q` is a kind or the number of what it is about. */
export async function tasksForStaff(db: Db, { status, q, size, cursor }: TaskQuery) {
  const values = [status ?? null, q.trim()]
  const [rows, { count }] = await Promise.all([
    db.rows<StoredTask>(
      `SELECT t.id, t.kind, t.ref_type, t.ref_id, t.detail, t.due_at, t.created_at, t.resolved_at, m.login_id AS resolved_by
       FROM tasks t LEFT JOIN members m ON m.id = t.resolved_by
       WHERE ${filter} AND ($3::bigint IS NULL OR t.id < $3) ORDER BY t.id DESC LIMIT $4`,
      [...values, cursor ?? null, size + 1],
    ),
    oneRow<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM tasks t WHERE ${filter} LIMIT ${MOST_COUNTED}) AS counted`,
      values,
    ),
  ])
  const page = rows.slice(0, size)
  const nextCursor = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return { rows: page.map(toRow), nextCursor, total: count }
}
