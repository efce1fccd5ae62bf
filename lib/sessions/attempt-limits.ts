import { env } from '#lib/core/env.ts'

/** Failures that a limit of `count` allows with the shop's RATE_LIMIT_FACTOR; at least one. */
export const failuresAllowed = (count: number): number => Math.max(1, Math.floor(count * env().RATE_LIMIT_FACTOR))

/**
 * SQL for the seconds until a limit has room for another attempt; null if it has now. `failures` is a condition on rows
 * of the common table expression `others` that selects the recent failures of the limit, `allowed` and `windowMs` are
 * parameters. A limit is reached while its newest failures, as many as it allows, are all recent, and has room again
 * when the oldest of these is no longer recent.
 */
export const secondsToWaitSql = (failures: string, allowed: string, windowMs: string): string => `
  (SELECT ceil(extract(epoch FROM at + ${windowMs} * interval '1 millisecond' - now()))::int FROM others
   WHERE ${failures} ORDER BY at DESC OFFSET ${allowed}::int - 1 LIMIT 1)`
