import { log } from './log.ts'

/** Milliseconds for which a failure with the same reason isn't logged again. */
const REPEAT_AFTER_MS = 60_000

/**
 * Returns a function that logs the failures of one piece of work that is tried again every few seconds. Without it, an
 * outage of an hour would fill the log with the same lines. A failure with the same reason as the last logged one is
 * logged at most once a minute. The logged field `more` counts the failures since the last logged one.
 */
export function makeFailureLogger(level: 'warn' | 'error', message: string, fields: Record<string, unknown> = {}) {
  let last = { reason: '', at: Number.NEGATIVE_INFINITY }
  let more = 0
  return (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason === last.reason && performance.now() - last.at < REPEAT_AFTER_MS) return void more++
    log[level](message, { error, ...fields, ...(more > 0 && { more }) })
    last = { reason, at: performance.now() }
    more = 0
  }
}
