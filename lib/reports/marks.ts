import { type Database, type Db, oneRow } from '#lib/core/db.ts'

/** The kinds of stored sums. Each kind has a mark: the time up to which its sums are complete. */
export type RollUpMark = 'days' | 'orders'

/**
 * SQL for a mark, the time up to which stored sums are complete. A statement that reads the stored sums and the rows
 * since the mark must read the mark itself, so that mark and sums are of the same moment.
 */
export const rollUpMarkSql = (name: RollUpMark): string =>
  `coalesce((SELECT at FROM report_marks WHERE name = '${name}'), '-infinity')`

/**
 * Reads a mark (the time up to which stored sums are complete) as text, for the parameter `known` of a later statement
 * (`sinceRollUpMarkSql`). When that statement runs, the mark may have moved forward, but never back. The parameter only
 * helps PostgreSQL's planner: with a known time it expects few rows.
 */
export const readRollUpMark = async (db: Db, name: RollUpMark): Promise<string> =>
  (await oneRow<{ at: string }>(db, `SELECT ${rollUpMarkSql(name)}::text AS at`)).at

/**
 * SQL condition: the time in `column` isn't contained in the stored sums yet. `known` is the placeholder, such as `$3`,
 * of the parameter that holds the result of `readRollUpMark`.
 */
export const sinceRollUpMarkSql = (name: RollUpMark, column: string, known: string): string =>
  `${column} >= ${known}::timestamptz AND ${column} >= ${rollUpMarkSql(name)}`

/**
 * SQL for `latest`, or for the start of the oldest open transaction if that is earlier. Rows are dated with the start
 * of their transaction, so no more rows with an earlier time can appear.
 */
export const settledTimeSql = (latest: string): string => `
  least(${latest}, (SELECT min(xact_start) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()))`

/**
 * SQL for `until`, or for the time a minute ago if `until` is null. The last minute is left out, because
 * pg_stat_activity shows a transaction only a moment after its start.
 */
const latestSql = (until: string): string => `coalesce(${until}::timestamptz, now() - interval '1 minute')`

// Locks the mark and selects the next window. The window ends at most an hour after the mark or, if nothing is summed
// yet, an hour after the first member registered.
const nextWindowSql = `
  WITH mark AS (
    INSERT INTO report_marks (name, at) VALUES ($1, '-infinity') ON CONFLICT (name) DO UPDATE SET at = report_marks.at RETURNING at
  ), span AS (
    SELECT at, greatest(at, date_trunc('milliseconds', ${settledTimeSql(latestSql('$2'))})) AS until,
      CASE WHEN at = '-infinity' THEN (SELECT min(created_at) FROM members) ELSE at END + interval '1 hour' AS max_end
    FROM mark
  )
  SELECT at::text AS from, least(until, max_end)::text AS to, until <= max_end IS NOT FALSE AS is_last FROM span`

/** SQL condition: the time in `column` is in a `RollUpWindow`, whose limits are the parameters `from` and `to`. */
export const inWindowSql = (column: string, from: string, to: string): string =>
  `${column} >= ${from}::timestamptz AND ${column} < ${to}::timestamptz`

/** Span of time whose rows a roll-up adds in one transaction: `from` ≤ time < `to`. */
export type RollUpWindow = { from: string; to: string }

/**
 * Calls `add` with one window (a span of time) after the other. Each call is in a transaction that also moves the mark
 * to the end of the window. Stops at `until` (by default a minute ago), or earlier if rows with an earlier time may
 * still appear (`settledTimeSql`). The lock of the mark lets only one roll-up of a kind run at a time. A window is at
 * most an hour, so that no statement takes too long after the worker was down. Returns the sum of the numbers that
 * `add` returned.
 */
export async function rollUpInWindows(
  db: Database,
  name: RollUpMark,
  until: Date | undefined,
  add: (tx: Db, window: RollUpWindow) => Promise<number>,
): Promise<number> {
  for (let sum = 0; ; ) {
    const { added, isLast } = await db.transaction(async (tx) => {
      const window = await oneRow<RollUpWindow & { isLast: boolean }>(tx, nextWindowSql, [name, until ?? null])
      const added = await add(tx, window)
      await tx.rows('UPDATE report_marks SET at = $2::timestamptz WHERE name = $1', [name, window.to])
      return { added, isLast: window.isLast }
    })
    sum += added
    if (isLast) return sum
  }
}
