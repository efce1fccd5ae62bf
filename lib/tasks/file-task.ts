import type { Db } from '#lib/core/db.ts'
import type { TaskKind, TaskRefType } from './labels.ts'

export type NewTask = {
  kind: TaskKind
  refType: TaskRefType
  refId: number
  detail: Record<string, unknown>
  /** Hours until the task is due; absent for a task without a due date. */
  dueIn?: number
}

/** Files a task for staff. If the same cause already has an open task, only its detail is updated. */
export async function fileTask(db: Db, { kind, refType, refId, detail, dueIn }: NewTask): Promise<void> {
  await db.rows(
    `INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at)
     VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 hour')
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO UPDATE SET detail = excluded.detail`,
    [kind, refType, refId, JSON.stringify(detail), dueIn ?? null],
  )
}

type TaskCause = Pick<NewTask, 'refType' | 'refId'> & { kinds: readonly TaskKind[]; by?: number }

/** Closes open tasks whose cause no longer exists; `by` is the staff member who removed it, if any. */
export async function dropTasks(db: Db, { kinds, refType, refId, by }: TaskCause): Promise<void> {
  await db.rows(
    `UPDATE tasks SET resolved_at = now(), resolved_by = $4
     WHERE kind = ANY ($1::text[]) AND ref_type = $2 AND ref_id = $3 AND resolved_at IS NULL`,
    [kinds, refType, refId, by ?? null],
  )
}
