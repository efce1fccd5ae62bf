import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#lib/core/db.ts'
import { makeFailureLogger } from '#lib/core/log-failures.ts'
import { measureWork } from '#lib/core/measure-work.ts'
import { runInRequest } from '#lib/core/request-context.ts'
import { newRequestId } from '#lib/core/request-id.ts'

/**
 * Work that the worker repeats every few seconds, because the shortest interval of a job, a minute, would be too long.
 * Several processes may run the same loop at once.
 */
export type Loop = {
  name: string
  /** Minimum pause in milliseconds after a run that returned false. */
  pause: number
  /**
   * Does the work that is due. Returns true if there may be more. If work continues after the return, its promises are
   * added to `unfinished`, so that stopping the loop waits for them.
   */
  run(db: Database, unfinished: Set<Promise<unknown>>): Promise<boolean>
}

/** Pause in milliseconds after a run that returned true. */
const PAUSE_AFTER_WORK = 25

/** Runs `run` under a new request id, and measures it. If it throws, calls `logFailure` and returns false. */
function runLogged(name: string, run: () => Promise<boolean>, logFailure: (error: unknown) => void): Promise<boolean> {
  return runInRequest(newRequestId(), async () => {
    try {
      return await measureWork({ kind: 'job', name }, run)
    } catch (error) {
      logFailure(error)
      return false
    }
  })
}

/**
 * Starts a loop. `stop` ends the loop; its promise resolves when work under way is done. After a run that returned
 * false, the loop pauses for `pause` or, if that is longer, for twice the duration of the run.
 */
export function startLoop(loop: Loop, db: Database): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const unfinished = new Set<Promise<unknown>>()
  const logFailure = makeFailureLogger('error', 'a loop failed', { loop: loop.name })
  const repeatUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      const hasMore = await runLogged(loop.name, () => loop.run(db, unfinished), logFailure)
      const pause = hasMore ? PAUSE_AFTER_WORK : Math.max(loop.pause, (performance.now() - started) * 2)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    await Promise.allSettled(unfinished)
  }
  const ended = repeatUntilStopped()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
