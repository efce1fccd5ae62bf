import type { Db } from '#lib/core/db.ts'
import { inBatches } from '#lib/core/delete-expired.ts'
import { retentionPolicy } from './retention-policy.ts'

/**
 * Deletes or erases all rows whose retention period is over, rule by rule. Returns the number of rows, by the rule's
 * subject.
 */
export async function applyRetentionPolicy(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { subject, treat } of retentionPolicy) {
    if (treat) counts[subject] = (counts[subject] ?? 0) + (await inBatches((most) => treat(db, most)))
  }
  return counts
}
