import type { Db } from '#lib/core/db.ts'
import { runInBatches } from '#lib/core/delete-expired.ts'
import { log } from '#lib/core/log.ts'
import { retentionPolicy } from './retention-policy.ts'

/**
 * Deletes or erases rows whose retention period is over, rule by rule. If a rule has more such rows than one run
 * handles (`runInBatches`), the next run continues. A rule that fails doesn't stop the others. Returns the number of
 * rows that each rule handled, by the rule's subject. Stores these numbers in retention_runs after all rules were
 * applied; a run in which a rule fails, or that is killed, stores nothing.
 * @throws AggregateError at the end, if rules failed, so that the job counts as failed
 */
export async function applyRetentionPolicy(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const errors: unknown[] = []
  for (const { subject, treat } of retentionPolicy) {
    if (!treat) continue
    try {
      counts[subject] = (counts[subject] ?? 0) + (await runInBatches((maxRows) => treat(db, maxRows)))
    } catch (error) {
      log.error('a rule of retention failed', { error, subject })
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} rules of retention failed`)
  await db.rows('INSERT INTO retention_runs (removed) VALUES ($1)', [JSON.stringify(counts)])
  return counts
}
