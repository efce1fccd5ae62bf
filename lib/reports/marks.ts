import { type Database, type Db, oneRow } from '#lib/core/db.ts'

/** The kinds of stored sums, each with a mark of its own. */
export type MarkName = 'days' | 'orders'

/**
 * SQL for the time until when what happened is contained in the stored sums. A statement that adds what happened since
 * asks for it itself, so that it sees the mark and the sums as of one moment.
 */
export const markSql = (name: MarkName): string =>
  `coalesce((SELECT at FROM report_marks WHERE name = '${name}'), '-infinity')`

/**
 * The mark as a text. As marks only move on, a statement can narrow what it reads by this one, given as a parameter:
 * PostgreSQL then knows while it plans how few rows are wanted.
 */
export const readMark = async (db: Db, name: MarkName): Promise<string> =>
  (await oneRow<{ at: string }>(db, `SELECT ${markSql(name)}::text AS at`)).at

/** SQL condition: `column` is later than the stored sums; `known` is the parameter with the text of `readMark`. */
export const sinceMarkSql = (name: MarkName, column: string, known: string): string =>
  `${column} >= ${known}::timestamptz AND ${column} >= ${markSql(name)}`

/**
 * SQL for `latest`, or the start of the oldest transaction that is still open if that is earlier: rows are dated with
 * the start of their transaction, so that no row from before can appear any more.
 */
export const settledTimeSql = (latest: string): string => `
  least(${latest}, (SELECT min(xact_start) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()))`

/** `until`, or a minute ago, as PostgreSQL shows a transaction a moment after its start. */
const latestSql = (until: string): string => `coalesce(${until}::timestamptz, now() - interval '1 minute')`

// The window ends at most an hour after it begins, or after the shop's first member came.
const lockStatement = `
  WITH mark AS (
    INSERT INTO report_marks (name, at) VALUES ($1, '-infinity') ON CONFLICT (name) DO UPDATE SET at = report_marks.at RETURNING at
  ), span AS (
    SELECT at, greatest(at, date_trunc('milliseconds', ${settledTimeSql(latestSql('$2'))})) AS until,
      CASE WHEN at = '-infinity' THEN (SELECT min(created_at) FROM members) ELSE at END + interval '1 hour' AS soonest
    FROM mark
  )
  SELECT at::text AS from, least(until, soonest)::text AS to, until <= soonest IS NOT FALSE AS is_last FROM span`

/** SQL condition: `column` is in the window from `from` to `to`, parameters of the statement. */
export const inWindowSql = (column: string, from: string, to: string): string =>
  `${column} >= ${from}::timestamptz AND ${column} < ${to}::timestamptz`

/** What a roll-up adds in one transaction: what happened in `from` ≤ time < `to`. */
export type Window = { from: string; to: string }

/**
 * Calls `add` with one window after the other, each in a transaction that also moves the mark to its end, up to a minute
 * ago or `until`, but only as far as no row can appear any more. The mark's lock lets only one roll-up of a kind run at
 * a time. A window has an hour at most, so that no statement takes too long after the worker stood still. Returns the
 * sum of what `add` returned.
 */
export async function rollUp(
  db: Database,
  name: MarkName,
  until: Date | undefined,
  add: (tx: Db, window: Window) => Promise<number>,
): Promise<number> {
  for (let sum = 0; ; ) {
    const { added, isLast } = await db.transaction(async (tx) => {
      const window = await oneRow<Window & { isLast: boolean }>(tx, lockStatement, [name, until ?? null])
      const added = await add(tx, window)
      await tx.rows('UPDATE report_marks SET at = $2::timestamptz WHERE name = $1', [name, window.to])
      return { added, isLast: window.isLast }
    })
    sum += added
    if (isLast) return sum
  }
}
