import type { Db } from '#lib/core/db.ts'
import { heldAutoOrder } from './rules.ts'

// Files one task per service, not per auto order, because all auto orders of a service are held while it can't be
// ordered. After staff have closed the task, another one is filed only when a further auto order is held. The task is
// closed automatically once no auto order of the service is held.
const fileAndCloseTasks = `
  WITH held AS (
    SELECT service_id, count(*)::int AS count, min(held_at) AS since, max(held_at) AS latest FROM auto_orders
    WHERE ${heldAutoOrder.sql()} GROUP BY service_id
  ), filed AS (
    INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at)
    SELECT 'AUTO_HELD', 'service', service_id, jsonb_build_object('count', count, 'since', since), since + interval '72 hours'
    FROM held WHERE latest > coalesce((SELECT max(t.resolved_at) FROM tasks t
      WHERE t.kind = 'AUTO_HELD' AND t.ref_type = 'service' AND t.ref_id = service_id), '-infinity')
    ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO UPDATE
      SET detail = excluded.detail, due_at = excluded.due_at WHERE tasks.detail <> excluded.detail
  )
  UPDATE tasks SET resolved_at = now() WHERE kind = 'AUTO_HELD' AND resolved_at IS NULL
    AND NOT EXISTS (SELECT FROM held WHERE held.service_id = tasks.ref_id)`

/**
 * Files a task for staff about each service with held auto orders, because these are cancelled 72 hours after their
 * hold began (docs/contract.md#auto-orders). Closes the task once no auto order of the service is held.
 */
export async function fileHeldAutoOrders(db: Db): Promise<void> {
  await db.rows(fileAndCloseTasks)
}
