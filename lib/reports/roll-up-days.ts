import type { Database } from '#lib/core/db.ts'
import { inWindowSql, rollUpInWindows } from './marks.ts'
import { daySumColumns, daySumsSql } from './sum-days.ts'

const addStatement = `
  INSERT INTO day_sums AS s (day, ${daySumColumns})
  SELECT day, ${daySumColumns} FROM (${daySumsSql(inWindowSql('created_at', '$1', '$2'))}) AS fresh ORDER BY day
  ON CONFLICT (day) DO UPDATE SET ${daySumColumns.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')}
  RETURNING day`

/**
 * Adds the rows created since the last roll-up to the stored sums of each day, up to about a minute ago or `until`.
 * Returns the number of changed rows of day_sums.
 */
export const rollUpDays = (db: Database, until?: Date): Promise<number> =>
  rollUpInWindows(db, 'days', until, async (tx, { from, to }) => (await tx.rows(addStatement, [from, to])).length)
