/**
 * SQL for the whole seconds until the moment `at` lies further back than `period`, such as '1 hour': when a limit that
 * counts what happened within that period has room again, if `at` is the oldest of it. Null if `at` is null.
 */
export const secondsUntilPastSql = (at: string, period: string): string =>
  `ceil(extract(epoch FROM ${at} + interval '${period}' - now()))::int`
