import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'

/** Work that can't wait for a minute of cron: a sweep that looks again and again, safe to run in any number of processes. */
export type Loop = {
  name: string
  /** Milliseconds between two looks that find nothing. */
  pause: number
  /** Answers whether there may be more; what is still under way goes into `open`. */
  run(db: Database, open: Set<Promise<unknown>>): Promise<boolean>
}

/** Between two looks when there is more, in milliseconds. */
const BREATH = 25

async function look({ name, run }: Loop, db: Database, open: Set<Promise<unknown>>): Promise<boolean> {
  try {
    return await run(db, open)
  } catch (error) {
    log.error('a loop failed', { error, loop: name })
    return false
  }
}

/** Runs a loop until `stop`, which waits for what is under way. A look that took long is followed by a longer pause. */
export function startLoop(loop: Loop, db: Database): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const open = new Set<Promise<unknown>>()
  const turn = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      const more = await look(loop, db, open)
      const pause = more ? BREATH : Math.max(loop.pause, (performance.now() - started) * 2)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    await Promise.allSettled(open)
  }
  const ended = turn()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
