import type { Db } from '#lib/core/db.ts'
import { retentionPolicy } from './retention-policy.ts'

const BATCH = 5_000
/** So many batches a rule and a night: a first run on an old shop doesn't hold the database for hours. */
const MOST_BATCHES = 200

async function keepRule(db: Db, statement: string): Promise<number> {
  let treated = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const rows = await db.rows(statement, [BATCH])
    treated += rows.length
    if (rows.length < BATCH) break
  }
  return treated
}

/** Keeps every period of the policy. Answers how many rows of each subject were deleted or erased. */
export async function keepRetention(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { subject, statement } of retentionPolicy) {
    if (statement) counts[subject] = (counts[subject] ?? 0) + (await keepRule(db, statement))
  }
  return counts
}
