import { env } from '#lib/core/env.ts'

/** Number of failures allowed by a limit of `count` after multiplication by RATE_LIMIT_FACTOR; at least one. */
export const failuresAllowed = (count: number): number => Math.max(1, Math.floor(count * env().RATE_LIMIT_FACTOR))

/**
 * SQL for the seconds to wait until a limit allows another attempt; null if it allows one now. The limit allows no
 * attempt while `allowed` recent failures exist; it allows one again once the oldest of the newest `allowed` failures
 * is older than `windowMs`. The statement must have a common table expression `others` with the recent failures.
 * `failures` is a condition on its rows; `allowed` and `windowMs` are parameters.
 */
export const secondsToWaitSql = (failures: string, allowed: string, windowMs: string): string => `
  (SELECT ceil(extract(epoch FROM at + ${windowMs} * interval '1 millisecond' - now()))::int FROM others
   WHERE ${failures} ORDER BY at DESC OFFSET ${allowed}::int - 1 LIMIT 1)`
