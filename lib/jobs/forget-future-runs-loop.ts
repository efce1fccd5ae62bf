import { minutesInMs } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import type { Loop } from './loop.ts'

/**
 * A job's recorded last run is corrected only if it lies more than this many milliseconds in the future, by the
 * database's clock.
 */
export const MAX_RUN_AHEAD_MS = minutesInMs(10)

/**
 * Corrects the recorded last runs of scheduled jobs that lie in the future. A worker whose clock was ahead recorded
 * them. Without the correction, no worker would run these jobs before that time. This is a loop, because a scheduled
 * job would itself wait until then.
 */
export const forgetFutureRunsLoop: Loop = {
  name: 'forget-future-runs',
  pause: minutesInMs(1),
  run: async (db) => {
    const reset = await db.rows(
      `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
       WHERE last_execution > now() + $1 * interval '1 millisecond' RETURNING 1`,
      [MAX_RUN_AHEAD_MS],
    )
    if (reset.length > 0)
      log.warn("scheduled jobs were recorded for a later time: a worker's clock is or was ahead", {
        jobs: reset.length,
      })
    return false
  },
}
