import type { Db } from '#lib/core/db.ts'
import { openRequest } from './rules.ts'

/** A request becomes a task for staff if its provider hasn't fulfilled it this long after it was sent. */
const SLOW_AFTER = "interval '3 days'"
/** A request becomes a task for staff if it couldn't be sent to its provider for this long. */
const UNSENT_AFTER = "interval '1 day'"
/** Maximum number of tasks filed in one sweep. */
const MAX_TASKS_PER_SWEEP = 200

// Leaves out requests that need no task:
// - those for a provider that were made, or sent to the provider, only recently;
// - those with an open task;
// - those whose order has a waiting approval, because the decision about the approval ends the request or leads to a
//   new task.
const fileTasksStatement = `
  INSERT INTO tasks (kind, ref_type, ref_id, detail)
  SELECT 'REQUEST', 'request', q.id, jsonb_build_object('orderId', q.order_id, 'request', q.kind,
    'cause', CASE WHEN q.provider_id IS NULL THEN 'BY_HAND' ELSE 'SLOW' END)
  FROM order_requests q
  WHERE ${openRequest.sql('q')}
    AND (q.provider_id IS NULL OR (q.state = 'ASKED' AND q.created_at < now() - ${UNSENT_AFTER})
      OR (q.state = 'SENT' AND q.sent_at < now() - ${SLOW_AFTER}))
    AND NOT EXISTS (SELECT FROM tasks t WHERE t.kind IN ('REQUEST', 'REQUEST_UNKNOWN') AND t.ref_type = 'request'
      AND t.ref_id = q.id AND t.resolved_at IS NULL)
    AND NOT EXISTS (SELECT FROM approvals a WHERE a.subject_type = 'order' AND a.subject_id = q.order_id AND a.state = 'WAITING')
  ORDER BY q.id LIMIT ${MAX_TASKS_PER_SWEEP}
  ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`

/**
 * Files a task for each open request that has waited too long for its provider, or that staff should handle but for
 * which no task is open. So no request stays open forever. Files at most 200 tasks per call (MAX_TASKS_PER_SWEEP).
 */
export async function fileTasksOfWaitingRequests(db: Db): Promise<void> {
  await db.rows(fileTasksStatement)
}
