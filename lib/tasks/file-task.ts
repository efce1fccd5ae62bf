import type { Db } from '#lib/core/db.ts'
import type { TaskKind } from './labels.ts'

export type NewTask = {
  kind: TaskKind
  refType: string
  refId: number
  detail: Record<string, unknown>
  /** Hours until it is due; without them it has no date. */
  dueIn?: number
}

/** Leaves something for staff to settle. A cause that already has an open task gets no second one. */
export async function fileTask(db: Db, { kind, refType, refId, detail, dueIn }: NewTask): Promise<void> {
  await db.rows(
    `INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at)
     VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 hour')
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO UPDATE SET detail = excluded.detail`,
    [kind, refType, refId, JSON.stringify(detail), dueIn ?? null],
  )
}

type Cause = Pick<NewTask, 'refType' | 'refId'> & { kinds: readonly TaskKind[]; by?: number }

/** Ends tasks whose cause is gone: by itself, or by what staff did to it elsewhere. */
export async function dropTasks(db: Db, { kinds, refType, refId, by }: Cause): Promise<void> {
  await db.rows(
    `UPDATE tasks SET resolved_at = now(), resolved_by = $4
     WHERE kind = ANY ($1::text[]) AND ref_type = $2 AND ref_id = $3 AND resolved_at IS NULL`,
    [kinds, refType, refId, by ?? null],
  )
}
