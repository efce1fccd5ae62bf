import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'

/**
 * A sweep that repeats within seconds, for work that can't wait for the next minute of cron. Safe to run in several
 * processes.
 */
export type Loop = {
  name: string
  /** Pause in milliseconds after a sweep that found nothing. */
  pause: number
  /**
   * Sweeps once. Returns true if there may be more work. Promises of work that goes on after the sweep are added to
   * `unfinished`, so that a stopping loop waits for them.
   */
  run(db: Database, unfinished: Set<Promise<unknown>>): Promise<boolean>
}

/** Pause in milliseconds after a sweep that returned true. */
const PAUSE_AFTER_WORK = 25

async function runLogged({ name, run }: Loop, db: Database, unfinished: Set<Promise<unknown>>): Promise<boolean> {
  try {
    return await run(db, unfinished)
  } catch (error) {
    log.error('a loop failed', { error, loop: name })
    return false
  }
}

/**
 * Runs a loop until `stop`, whose promise resolves when running work has ended. A slow sweep is followed by a longer
 * pause.
 */
export function startLoop(loop: Loop, db: Database): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const unfinished = new Set<Promise<unknown>>()
  const turn = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      const more = await runLogged(loop, db, unfinished)
      const pause = more ? PAUSE_AFTER_WORK : Math.max(loop.pause, (performance.now() - started) * 2)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    await Promise.allSettled(unfinished)
  }
  const ended = turn()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
