import { pendingCharge } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { waitingDeposit } from '#lib/deposits/rules.ts'
import { activeAutoOrder, runningAutoOrder } from '#lib/orders/auto/rules.ts'
import { openOrder, unsentOrder } from '#lib/orders/rules.ts'

/** One sample of a metric. `labels` is in Prometheus' syntax, such as `task="x"`. */
type Sample = { name: string; labels: string | null; value: number }

// The worker's lag is how long the oldest due job has waited or, if that is longer, how long ago the scheduled jobs
// should have run. The second time is needed because the worker itself queues the scheduled jobs: while no worker runs,
// none is queued, so none waits. Some of them are due each minute.
//
// $1: seconds for which an order stays with the shop before it is sent (SEND_DELAY_SECONDS).
const countMetricsSql = `
  SELECT 'shop_worker_lag_seconds' AS name, NULL AS labels, greatest(0, extract(epoch FROM now() - least(
      min(run_at) FILTER (WHERE run_at < now() AND locked_at IS NULL AND attempts < max_attempts),
      (SELECT max(last_execution) + interval '1 minute' FROM graphile_worker._private_known_crontabs)
    )))::float8 AS value FROM graphile_worker.jobs
  UNION ALL SELECT 'shop_jobs_waiting', format('task="%s"', task_identifier), count(*)
    FROM graphile_worker.jobs WHERE attempts < max_attempts GROUP BY task_identifier
  UNION ALL SELECT 'shop_jobs_failed', format('task="%s"', task_identifier), count(*)
    FROM graphile_worker.jobs WHERE attempts >= max_attempts GROUP BY task_identifier
  UNION ALL SELECT 'shop_orders_open', format('status="%s"', status), count(*) FROM orders WHERE ${openOrder.sql()} GROUP BY status
  UNION ALL SELECT 'shop_order_wait_seconds', NULL, greatest(coalesce(extract(epoch FROM now() - min(o.created_at)) - $1::float8, 0), 0)
    FROM orders o JOIN services s ON s.id = o.service_id
    WHERE ${unsentOrder.sql('o')} AND s.provider_id IS NOT NULL
  UNION ALL SELECT 'shop_auto_orders_active', NULL, count(*) FROM auto_orders WHERE ${activeAutoOrder.sql()}
  UNION ALL SELECT 'shop_auto_order_lag_seconds', NULL,
    greatest(coalesce(extract(epoch FROM now() - min(next_run_at)), 0), 0) FROM auto_orders WHERE ${runningAutoOrder.sql()}
  UNION ALL SELECT 'shop_charges_pending', NULL, count(*) FROM charges WHERE ${pendingCharge.sql()}
  UNION ALL SELECT 'shop_deposits_waiting', NULL, count(*) FROM deposits WHERE ${waitingDeposit.sql()}
  UNION ALL SELECT 'shop_messages_pending', NULL, count(*) FROM outbox_messages WHERE status = 'PENDING'
  UNION ALL SELECT 'shop_tasks_open', format('kind="%s"', kind), count(*) FROM tasks WHERE resolved_at IS NULL GROUP BY kind
  UNION ALL SELECT 'shop_backup_age_seconds', format('kind="%s"', lower(kind)),
    coalesce(extract(epoch FROM now() - succeeded_at)::float8, 'Infinity') FROM backup_states`

const helpTexts: Readonly<Record<string, string>> = {
  shop_worker_lag_seconds: 'For how long a job has been due that nobody works on.',
  shop_jobs_waiting: 'Jobs that wait or are being worked on.',
  shop_jobs_failed: 'Jobs that failed for good.',
  shop_orders_open: 'Orders that have not ended, by status as the contract numbers it.',
  shop_order_wait_seconds:
    'For how long the oldest order that has not been sent to its provider yet might have been sent.',
  shop_auto_orders_active: 'Auto orders that have not ended.',
  shop_auto_order_lag_seconds: 'How late the run is that is due the longest.',
  shop_charges_pending: 'Charges that wait for their money.',
  shop_deposits_waiting: 'Deposits that no charge was found for.',
  shop_messages_pending: 'Messages that have not been sent.',
  shop_tasks_open: 'Tasks for staff.',
  shop_backup_age_seconds:
    'Since the last copy of the database (base), and up to when changes are archived (wal); +Inf if it never succeeded.',
  shop_database_up: 'Whether the database answered.',
  shop_process_uptime_seconds: 'Since this process started.',
  shop_process_memory_bytes: 'Resident memory of this process.',
}

/** Names of the metrics that `metricsText` writes. */
export const metricNames: readonly string[] = Object.keys(helpTexts)

const valueText = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

function prometheusText(samples: readonly Sample[]): string {
  const names = new Set(samples.map(({ name }) => name))
  return [...names]
    .flatMap((name) => [
      `# HELP ${name} ${helpTexts[name]}`,
      `# TYPE ${name} gauge`,
      ...samples
        .filter((sample) => sample.name === name)
        .map(({ labels, value }) => `${name}${labels ? `{${labels}}` : ''} ${valueText(value)}`),
    ])
    .join('\n')
    .concat('\n')
}

/**
 * The shop's metrics in Prometheus' text format. Never throws. If the database fails, `shop_database_up` is 0 and the
 * metrics from the database are missing.
 */
export async function metricsText(db: Db): Promise<string> {
  const processSamples: Sample[] = [
    { name: 'shop_process_uptime_seconds', labels: null, value: Math.round(process.uptime()) },
    { name: 'shop_process_memory_bytes', labels: null, value: process.memoryUsage.rss() },
  ]
  try {
    const rows = await db.rows<{ name: string; labels: string | null; value: number }>(countMetricsSql, [
      env().SEND_DELAY_SECONDS,
    ])
    await oneRow(db, 'SELECT 1')
    return prometheusText([{ name: 'shop_database_up', labels: null, value: 1 }, ...rows, ...processSamples])
  } catch {
    return prometheusText([{ name: 'shop_database_up', labels: null, value: 0 }, ...processSamples])
  }
}
