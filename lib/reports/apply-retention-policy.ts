import type { Db } from '#lib/core/db.ts'
import { inBatches } from '#lib/core/delete-expired.ts'
import { retentionPolicy } from './retention-policy.ts'

/**
 * Deletes or erases rows whose retention period is over, rule by rule. If a rule has more such rows than one run
 * handles (`inBatches`), the next run continues. Returns the number of rows by the rules' subjects. Stores these
 * numbers in retention_runs after all rules were applied; a run that fails or is killed stores nothing.
 */
export async function applyRetentionPolicy(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { subject, treat } of retentionPolicy) {
    if (treat) counts[subject] = (counts[subject] ?? 0) + (await inBatches((maxRows) => treat(db, maxRows)))
  }
  await db.rows('INSERT INTO retention_runs (removed) VALUES ($1)', [JSON.stringify(counts)])
  return counts
}
