import type { Db } from '#lib/core/db.ts'
import { runningAutoOrder } from '#lib/orders/auto/rules.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { MIN_MEASURED_ORDERS } from './labels.ts'

/** Maximum number of tasks of each kind filed in one run, so that an outage doesn't flood the task list. */
const MAX_TASKS_PER_SWEEP = 100
/**
 * For this long after staff closed a task, no new task of the same kind is filed about the same service or provider.
 */
const REFILE_AFTER = "interval '3 days'"

/** SQL for the percentage of completed orders among rows with a `status`. */
const COMPLETED_SHARE = `round(100.0 * count(*) FILTER (WHERE status = ${orderStatus.COMPLETED}) / count(*))::int`

/**
 * SQL for slow services: those with open orders that have taken more than an hour, and more than twice the median time
 * of the service's completed orders. There must be at least ten completed orders (MIN_MEASURED_ORDERS). Subscriptions
 * are left out, because their time depends on the posts of the account.
 */
const slowServices = `
  SELECT o.service_id AS id, jsonb_build_object('slow', count(*), 'usual', usual.seconds) AS detail
  FROM orders o JOIN (
    SELECT service_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_in) AS seconds FROM service_outcomes
    WHERE status = ${orderStatus.COMPLETED} GROUP BY service_id HAVING count(*) >= ${MIN_MEASURED_ORDERS}
  ) AS usual USING (service_id)
  WHERE ${openOrder.sql('o')} AND o.service_type <> 'Subscriptions'
    AND o.created_at < now() - greatest(2 * usual.seconds, 3600) * interval '1 second'
  GROUP BY o.service_id, usual.seconds`

/**
 * SQL for providers whose percentage of completed orders fell. Among the latest 50 ended orders of their services, it
 * is below four fifths of the percentage among the earlier orders. There must be at least 50 earlier orders.
 */
const fallingProviders = `
  SELECT provider_id AS id, jsonb_build_object('before', before, 'now', now) AS detail FROM (
    SELECT provider_id, (SELECT ${COMPLETED_SHARE} FROM unnest(statuses[51:]) AS s (status)) AS before,
      (SELECT ${COMPLETED_SHARE} FROM unnest(statuses[:50]) AS s (status)) AS now
    FROM (
      SELECT s.provider_id, array_agg(o.status ORDER BY o.ended_at DESC, o.order_id DESC) AS statuses
      FROM service_outcomes o JOIN services s ON s.id = o.service_id WHERE s.provider_id IS NOT NULL GROUP BY s.provider_id
      HAVING count(*) >= 100
    ) AS latest
  ) AS shares WHERE now < before * 0.8`

/**
 * SQL for services whose price is below their cost, without withdrawn and read-only services. Price and cost in the
 * detail are in won.
 */
const servicesBelowCost = `
  SELECT id, jsonb_build_object('price', unit_price / 100000.0, 'cost', unit_cost / 100000.0) AS detail FROM services
  WHERE withdrawn_at IS NULL AND NOT is_read_only AND unit_cost > 0 AND unit_price < unit_cost`

/**
 * SQL for services whose cost is now above the price at which running auto orders of them were sold. The detail has the
 * number of these auto orders, the number of their runs that haven't been made, and the shop's loss by these runs in
 * won. Held auto orders are left out, because they make no runs.
 */
const autoOrdersBelowCost = `
  SELECT a.service_id AS id, jsonb_build_object('orders', count(*), 'runs', sum(a.runs - a.completed),
    'loss', ceil(sum((s.unit_cost - a.unit_price)::numeric * a.amount * (a.runs - a.completed)) / 1000)::float8 / 100) AS detail
  FROM auto_orders a JOIN services s ON s.id = a.service_id
  WHERE ${runningAutoOrder.sql('a')} AND a.completed < a.runs AND a.unit_price < s.unit_cost GROUP BY a.service_id`

// SQL that files a task for each row of `causes` without an open task: at most 100 (MAX_TASKS_PER_SWEEP), and none
// within 3 days after staff closed one of the same kind (REFILE_AFTER). Later runs file the rest. The SQL also updates
// the detail of open tasks, and closes tasks whose cause is gone.
const fileAndCloseTasks = (kind: string, refType: string, causes: string) => `
  WITH causes AS (${causes}), filed AS (
    INSERT INTO tasks (kind, ref_type, ref_id, detail)
    SELECT '${kind}', '${refType}', id, detail FROM causes
    WHERE NOT EXISTS (SELECT FROM tasks t WHERE t.kind = '${kind}' AND t.ref_type = '${refType}' AND t.ref_id = causes.id
      AND (t.resolved_at IS NULL OR t.resolved_by IS NOT NULL AND t.resolved_at > now() - ${REFILE_AFTER}))
    ORDER BY id LIMIT ${MAX_TASKS_PER_SWEEP}
    ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING
  ), updated AS (
    UPDATE tasks SET detail = causes.detail FROM causes WHERE kind = '${kind}' AND ref_type = '${refType}' AND ref_id = causes.id
      AND resolved_at IS NULL AND tasks.detail <> causes.detail
  )
  UPDATE tasks SET resolved_at = now() WHERE kind = '${kind}' AND resolved_at IS NULL
    AND NOT EXISTS (SELECT FROM causes WHERE causes.id = tasks.ref_id)`

const statements = [
  fileAndCloseTasks('SERVICE_SLOW', 'service', slowServices),
  fileAndCloseTasks('PROVIDER_FALLING', 'provider', fallingProviders),
  fileAndCloseTasks('AUTO_BELOW_COST', 'service', autoOrdersBelowCost),
  fileAndCloseTasks('BELOW_COST', 'service', servicesBelowCost),
]

/**
 * Files and closes tasks about slow services, about providers that complete fewer orders than before, and about
 * services and auto orders whose price is below cost (docs/contract.md#alarms).
 */
export async function fileAlarms(db: Db): Promise<void> {
  for (const statement of statements) await db.rows(statement)
}
