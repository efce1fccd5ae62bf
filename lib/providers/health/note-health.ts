import type { Db } from '#lib/core/db.ts'
import { unsentOrder } from '#lib/orders/rules.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'

/**
 * After this many consecutive failures a provider is paused. Each further failure doubles the pause, up to
 * LONGEST_PAUSE_SECONDS.
 */
const FAILURES_UNTIL_PAUSE = 3
const LONGEST_PAUSE_SECONDS = 600
/** Consecutive failures after which a task is filed. */
const FAILURES_UNTIL_TASK = 6

// Closes the task about a provider's lack of funds, unless another order still waits for funds there. Such an order
// waits for sending or is being sent now, and its latest finished attempt at this provider ended with NO_FUNDS. The
// subquery names `t`, so that it runs only if the task is open.
const endFundsTaskStatement = `
  UPDATE tasks t SET resolved_at = now()
  WHERE kind = 'PROVIDER_FUNDS' AND ref_type = 'provider' AND ref_id = $1 AND resolved_at IS NULL AND NOT EXISTS (
    SELECT FROM (
      SELECT o.id AS order_id FROM orders o WHERE ${unsentOrder.sql('o')} AND o.tried_at IS NOT NULL
      UNION ALL SELECT order_id FROM provider_attempts WHERE provider_id = t.ref_id AND outcome IS NULL
    ) AS waiting
    WHERE 'NO_FUNDS' = (
      SELECT outcome FROM provider_attempts a
      WHERE a.order_id = waiting.order_id AND a.provider_id = t.ref_id AND a.outcome IS NOT NULL ORDER BY a.finished_at DESC LIMIT 1))`

/**
 * Records that a provider responded: clears its failures, ends the pause that they caused, and drops the task about
 * them. If the provider accepted an order (`tookOrder`), also ends its pause because of a lack of funds. In this case,
 * also closes the task about the lack of funds, unless another order still waits for funds.
 */
export async function noteProviderHealthy(db: Db, providerId: number, tookOrder: boolean): Promise<void> {
  const changed = await db.rows(
    `UPDATE providers SET failures = 0, paused_until = NULL,
       no_funds_until = CASE WHEN $2::boolean THEN NULL ELSE no_funds_until END
     WHERE id = $1 AND (failures > 0 OR ($2::boolean AND no_funds_until IS NOT NULL)) RETURNING id`,
    [providerId, tookOrder],
  )
  if (tookOrder) await db.rows(endFundsTaskStatement, [providerId])
  if (changed.length > 0) await dropTasks(db, { kinds: ['PROVIDER_DOWN'], refType: 'provider', refId: providerId })
}

/**
 * Counts a provider's failure that isn't specific to one order. Pauses the provider after FAILURES_UNTIL_PAUSE
 * consecutive failures, and files a task after FAILURES_UNTIL_TASK.
 */
export async function noteProviderFailure(db: Db, providerId: number, error: string): Promise<void> {
  const [row] = await db.rows<{ failures: number }>(
    `UPDATE providers SET failures = failures + 1, paused_until = CASE WHEN failures + 1 >= ${FAILURES_UNTIL_PAUSE}
       THEN now() + least(${LONGEST_PAUSE_SECONDS}, 2 ^ least(failures - 1, 20)) * interval '1 second' ELSE paused_until END
     WHERE id = $1 RETURNING failures`,
    [providerId],
  )
  if (row && row.failures >= FAILURES_UNTIL_TASK)
    await fileTask(db, { kind: 'PROVIDER_DOWN', refType: 'provider', refId: providerId, detail: { error } })
}

// Doesn't pause a provider that accepted another order within the last minute: then the refused order may just cost
// more than the shop's balance there. Otherwise a member could stop the orders of all other members at no cost, by
// placing an expensive order and cancelling it with a full refund.
const pauseWithoutFundsStatement = `
  UPDATE providers SET no_funds_until = now() + $2::float8 * interval '1 second' WHERE id = $1 AND NOT EXISTS (
    SELECT FROM (SELECT outcome, finished_at FROM provider_attempts WHERE provider_id = $1 ORDER BY id DESC LIMIT 50) AS latest
    WHERE latest.outcome = 'SENT' AND latest.finished_at > now() - interval '1 minute')`

/**
 * Records that the shop's balance at a provider doesn't cover an order. Files a task, and sends no order to the
 * provider for `retryIn` seconds, unless it accepted another order within the last minute.
 */
export async function noteProviderLacksFunds(
  db: Db,
  providerId: number,
  error: string,
  retryIn: number,
): Promise<void> {
  await db.rows(pauseWithoutFundsStatement, [providerId, retryIn])
  await fileTask(db, { kind: 'PROVIDER_FUNDS', refType: 'provider', refId: providerId, detail: { error } })
}
