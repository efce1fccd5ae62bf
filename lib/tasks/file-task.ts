import type { Db } from '#lib/core/db.ts'
import type { TaskKind, TaskRefType } from './labels.ts'

export type NewTask = {
  kind: TaskKind
  refType: TaskRefType
  refId: number
  detail: Record<string, unknown>
  /** Hours within which staff should resolve the task; absent if there is no due date. */
  dueIn?: number
  /**
   * Name of an object in `detail`. If an open task is updated, the fields of this object are added to the task's stored
   * object instead of replacing it.
   */
  merged?: string
}

/**
 * Files a task for staff. If an open task of the same kind about the same record exists, only its detail is updated.
 */
export async function fileTask(db: Db, { kind, refType, refId, detail, dueIn, merged }: NewTask): Promise<void> {
  await db.rows(
    `INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at)
     VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 hour')
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO UPDATE SET detail = CASE WHEN $6::text IS NULL
       THEN excluded.detail ELSE excluded.detail || jsonb_build_object($6, coalesce(tasks.detail -> $6, '{}') || (excluded.detail -> $6)) END`,
    [kind, refType, refId, JSON.stringify(detail), dueIn ?? null, merged ?? null],
  )
}

type TasksToDrop = Pick<NewTask, 'refType' | 'refId'> & { kinds: readonly TaskKind[]; by?: number }

/**
 * Closes the open tasks of these kinds about a record, because their cause is gone. `by` is the staff member who
 * removed the cause; absent if no staff member did.
 */
export async function dropTasks(db: Db, { kinds, refType, refId, by }: TasksToDrop): Promise<void> {
  await db.rows(
    `UPDATE tasks SET resolved_at = now(), resolved_by = $4
     WHERE kind = ANY ($1::text[]) AND ref_type = $2 AND ref_id = $3 AND resolved_at IS NULL`,
    [kinds, refType, refId, by ?? null],
  )
}
