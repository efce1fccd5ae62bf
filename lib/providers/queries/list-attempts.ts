import type { Db } from '#lib/core/db.ts'
import type { ProviderAttempt } from '../schema.ts'

type StoredAttempt = Omit<ProviderAttempt, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }

const MAX_ATTEMPTS_SHOWN = 20

/** The latest delivery attempts at a provider with their outcomes, newest first, at most 20 (MAX_ATTEMPTS_SHOWN). */
export async function latestAttemptsOf(db: Db, providerId: number): Promise<ProviderAttempt[]> {
  const rows = await db.rows<StoredAttempt>(
    `SELECT id, order_id, provider_service_id, provider_order_id, outcome, error, started_at, finished_at
     FROM provider_attempts WHERE provider_id = $1 ORDER BY id DESC LIMIT ${MAX_ATTEMPTS_SHOWN}`,
    [providerId],
  )
  return rows.map(({ startedAt, finishedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }))
}
