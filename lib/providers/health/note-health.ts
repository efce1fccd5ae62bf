import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'

/**
 * Consecutive failures from which a provider is paused; each further failure doubles the pause, up to LONGEST_PAUSE
 * seconds.
 */
const FAILURES_UNTIL_PAUSE = 3
const LONGEST_PAUSE_SECONDS = 600
/** Consecutive failures after which a task is filed. */
const FAILURES_UNTIL_TASK = 6

/**
 * Resets the failures of a provider that responded. If it accepted an order it has funds, so that state is reset too.
 */
export async function noteHealthy(db: Db, providerId: number, tookOrder: boolean): Promise<void> {
  const changed = await db.rows(
    `UPDATE providers SET failures = 0, paused_until = NULL,
       no_funds_until = CASE WHEN $2::boolean THEN NULL ELSE no_funds_until END
     WHERE id = $1 AND (failures > 0 OR ($2::boolean AND no_funds_until IS NOT NULL)) RETURNING id`,
    [providerId, tookOrder],
  )
  if (changed.length === 0) return
  const kinds = tookOrder ? (['PROVIDER_DOWN', 'PROVIDER_FUNDS'] as const) : (['PROVIDER_DOWN'] as const)
  await dropTasks(db, { kinds, refType: 'provider', refId: providerId })
}

/** Counts a failure that isn't specific to one order; from FAILURES_UNTIL_TASK consecutive ones a task is filed. */
export async function noteFailure(db: Db, providerId: number, error: string): Promise<void> {
  const [row] = await db.rows<{ failures: number }>(
    `UPDATE providers SET failures = failures + 1, paused_until = CASE WHEN failures + 1 >= ${FAILURES_UNTIL_PAUSE}
       THEN now() + least(${LONGEST_PAUSE_SECONDS}, 2 ^ least(failures - 1, 20)) * interval '1 second' ELSE paused_until END
     WHERE id = $1 RETURNING failures`,
    [providerId],
  )
  if (row && row.failures >= FAILURES_UNTIL_TASK)
    await fileTask(db, { kind: 'PROVIDER_DOWN', refType: 'provider', refId: providerId, detail: { error } })
}

/** Pauses a provider without funds for `retryIn` seconds and files a task unless one is open. */
export async function noteNoFunds(db: Db, providerId: number, error: string, retryIn: number): Promise<void> {
  await db.rows("UPDATE providers SET no_funds_until = now() + $2::float8 * interval '1 second' WHERE id = $1", [
    providerId,
    retryIn,
  ])
  await fileTask(db, { kind: 'PROVIDER_FUNDS', refType: 'provider', refId: providerId, detail: { error } })
}
