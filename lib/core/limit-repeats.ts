/** Milliseconds for which a failure with the same reason isn't written again. */
const REPEAT_AFTER_MS = 60_000

/**
 * Returns a function for the failures of one piece of work that is tried again every few seconds. It calls `write` for
 * a failure, but for one with the same reason as the last written one at most once a minute. Without it, an outage of an
 * hour would fill the log with the same lines. `more` counts the failures since the last written one.
 */
export function limitRepeats(write: (error: unknown, more: number) => void): (error: unknown) => void {
  let last = { reason: '', at: Number.NEGATIVE_INFINITY }
  let more = 0
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason === last.reason && performance.now() - last.at < REPEAT_AFTER_MS) return void more++
    write(error, more)
    last = { reason, at: performance.now() }
    more = 0
  }
}
