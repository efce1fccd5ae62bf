import { minutes } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import type { Loop } from './loop.ts'

/** How far ahead, in milliseconds, a clock must be or have been before the worker does something about it. */
export const FAR_AHEAD_MS = minutes(10)

/**
 * Makes scheduled jobs run again that a worker has recorded as run at a later time than the database's clock shows: its
 * clock was ahead, for example until the time server corrected it. No worker would run them before that time. This is a
 * loop, because a scheduled job would itself wait.
 */
export const forgetFutureRunsLoop: Loop = {
  name: 'forget-future-runs',
  pause: minutes(1),
  run: async (db) => {
    const reset = await db.rows(
      `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
       WHERE last_execution > now() + $1 * interval '1 millisecond' RETURNING 1`,
      [FAR_AHEAD_MS],
    )
    if (reset.length > 0)
      log.warn("scheduled jobs were recorded for a later time: a worker's clock is or was ahead", {
        jobs: reset.length,
      })
    return false
  },
}
