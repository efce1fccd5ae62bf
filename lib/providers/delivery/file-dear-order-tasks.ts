import type { Db } from '#lib/core/db.ts'
import { unsentOrder } from '#lib/orders/rules.ts'
import { routeFitsSql, routesSql } from './claim-orders.ts'
import { remainingRouteSql } from './remaining-route.ts'
import { leastPriceSql, routeCostJoins } from './route-costs.ts'

/** Age from which an order gets a task if only routes that cost too much are left for it. */
const FILE_AFTER = "interval '10 minutes'"
/** For this long after staff closed an order's task, no new one is filed for the order. */
const REFILE_AFTER = "interval '3 days'"
/** Maximum number of tasks filed in one sweep, so that switching off a provider doesn't flood the task list. */
const MAX_TASKS_PER_SWEEP = 200

const waitingSql = `${unsentOrder.sql('o')} AND NOT o.any_cost AND o.created_at < now() - ${FILE_AFTER}
  AND NOT EXISTS (SELECT FROM tasks t WHERE t.ref_type = 'order' AND t.ref_id = o.id
    AND (t.resolved_at IS NULL OR (t.kind = 'DELIVERY_DEAR' AND t.resolved_by IS NOT NULL AND t.resolved_at > now() - ${REFILE_AFTER})))`

const detailSql = "jsonb_build_object('providerId', route.provider_id, 'price', route.price, 'cost', route.cost)"

const dearOrderSql = `SELECT o.id, ${detailSql} AS detail FROM orders o CROSS JOIN LATERAL ${remainingRouteSql} AS route
  WHERE ${waitingSql} AND route.too_dear AND route.is_open`

const servicesWithFallbacks = 'SELECT service_id FROM service_routes'

// Of the orders without any attempt yet, reads only those whose unit price no usable route accepts (`dear_service`). A
// route is usable here if it fits the service's type and its provider is switched on. If the first route is usable, no
// order is read, because its least price is 0. Orders with an attempt are few, and are found by their index.
const fileTasksStatement = `
  WITH dear_service AS (
    SELECT r.service_id, min(${leastPriceSql}) AS least_price FROM ${routesSql} AS r ${routeCostJoins}
    WHERE r.service_id IN (${servicesWithFallbacks}) AND p.enabled AND ${routeFitsSql('s.type')}
    GROUP BY r.service_id HAVING min(${leastPriceSql}) > 0
  ), dear_order AS (
    SELECT untried.* FROM dear_service CROSS JOIN LATERAL (
      ${dearOrderSql} AND o.service_id = dear_service.service_id AND o.tried_at IS NULL
        AND o.unit_price < dear_service.least_price ORDER BY o.id LIMIT ${MAX_TASKS_PER_SWEEP}
    ) AS untried
    UNION ALL
    (${dearOrderSql} AND o.tried_at IS NOT NULL AND o.service_id IN (${servicesWithFallbacks}) ORDER BY o.id LIMIT ${MAX_TASKS_PER_SWEEP})
  )
  INSERT INTO tasks (kind, ref_type, ref_id, detail)
  SELECT 'DELIVERY_DEAR', 'order', id, detail FROM dear_order ORDER BY id LIMIT ${MAX_TASKS_PER_SWEEP}
  ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`

// Skips tasks that staff are resolving at this moment, whose rows are locked.
const renewTasksStatement = `
  WITH open_task AS MATERIALIZED (
    SELECT id, ref_id FROM tasks WHERE kind = 'DELIVERY_DEAR' AND ref_type = 'order' AND resolved_at IS NULL FOR UPDATE SKIP LOCKED
  ), renewed AS MATERIALIZED (
    SELECT open_task.id, (SELECT ${detailSql} FROM orders o CROSS JOIN LATERAL ${remainingRouteSql} AS route
      WHERE o.id = open_task.ref_id AND ${unsentOrder.sql('o')} AND route.too_dear) AS detail FROM open_task
  )
  UPDATE tasks SET detail = coalesce(renewed.detail, tasks.detail), resolved_at = CASE WHEN renewed.detail IS NULL THEN now() END
  FROM renewed WHERE tasks.id = renewed.id AND renewed.detail IS DISTINCT FROM tasks.detail`

/**
 * Files a DELIVERY_DEAR task for each order for which only routes that cost too much are left (`RemainingRoute`), at
 * most MAX_TASKS_PER_SWEEP. The order must be older than FILE_AFTER, have no open task, and none that staff closed
 * within REFILE_AFTER. Routes of providers that are switched off are ignored.
 *
 * Also updates the cost in open DELIVERY_DEAR tasks, and closes the tasks of orders that were sent, have ended or have
 * another route again (docs/contract.md#delivery).
 */
export async function fileDearOrderTasks(db: Db): Promise<void> {
  await db.rows(renewTasksStatement)
  await db.rows(fileTasksStatement)
}
