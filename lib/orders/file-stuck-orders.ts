import type { Db } from '#lib/core/db.ts'
import { orderStatus } from './labels.ts'
import { openOrder, openSubscription } from './rules.ts'

/** How long an order goes without an event until it is stuck: a day while it is pending, else a week. */
const STUCK_AFTER = `CASE o.status WHEN ${orderStatus.PENDING} THEN interval '24 hours' ELSE interval '7 days' END`
/** Minimum time between closing an order's ORDER_STUCK task and filing the next one for the order. */
const REFILE_AFTER = "interval '3 days'"
/** Maximum number of tasks filed in one sweep, so that an outage doesn't flood the task list at once. */
const MAX_TASKS_PER_SWEEP = 200

const fileTasksStatement = `
  INSERT INTO tasks (kind, ref_type, ref_id, detail)
  SELECT 'ORDER_STUCK', 'order', o.id, jsonb_build_object('since', last.at)
  FROM orders o CROSS JOIN LATERAL (SELECT max(at) AS at FROM order_events e WHERE e.order_id = o.id) AS last
  WHERE ${openOrder.sql('o')} AND (o.status = ${orderStatus.PENDING} OR ${openSubscription.sql('o')} IS NOT TRUE) AND o.created_at < now() - interval '24 hours' AND last.at < now() - ${STUCK_AFTER}
    AND NOT EXISTS (SELECT FROM tasks t WHERE t.ref_type = 'order' AND t.ref_id = o.id
      AND (t.resolved_at IS NULL OR (t.kind = 'ORDER_STUCK' AND t.resolved_at > now() - ${REFILE_AFTER})))
  ORDER BY o.id LIMIT ${MAX_TASKS_PER_SWEEP}
  ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`

const closeTasksStatement = `
  UPDATE tasks SET resolved_at = now() WHERE kind = 'ORDER_STUCK' AND resolved_at IS NULL
    AND EXISTS (SELECT FROM order_events e WHERE e.order_id = tasks.ref_id AND e.at > tasks.created_at)`

/**
 * Files an ORDER_STUCK task for each stuck order that has no open task of any kind, unless one of this kind was closed
 * within REFILE_AFTER. Files at most MAX_TASKS_PER_SWEEP per call. Closes ORDER_STUCK tasks whose order has a newer
 * event. Leaves out subscriptions that have begun, because they wait for posts: lib/orders/end-subscriptions.ts watches
 * them.
 */
export async function fileStuckOrders(db: Db): Promise<void> {
  await db.rows(closeTasksStatement)
  await db.rows(fileTasksStatement)
}
