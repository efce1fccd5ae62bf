import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import type { TaskKind } from '../labels.ts'

/**
 * Closes the open tasks of a kind as staff do who answer "done"; only those about the record `refId` if it is given.
 * (`resolveTask` also refuses what this doesn't: a task whose cause must go away first.)
 */
export const closeTasksAsStaff = (kind: TaskKind, refId: number | null = null) =>
  db().rows(
    `UPDATE tasks SET resolved_at = now(), resolved_by = $3, action = 'done'
     WHERE kind = $1 AND ($2::int IS NULL OR ref_id = $2) AND resolved_at IS NULL`,
    [kind, refId, someStaff.memberId],
  )
