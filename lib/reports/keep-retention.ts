import type { Db } from '#lib/core/db.ts'
import { inBatches } from '#lib/core/delete-expired.ts'
import { retentionPolicy } from './retention-policy.ts'

/** Applies every rule of the retention policy. Returns the number of rows deleted or erased, by subject. */
export async function keepRetention(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { subject, treat } of retentionPolicy) {
    if (treat) counts[subject] = (counts[subject] ?? 0) + (await inBatches((most) => treat(db, most)))
  }
  return counts
}
