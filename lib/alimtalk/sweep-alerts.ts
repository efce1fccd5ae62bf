import type { Database } from '#lib/core/db.ts'
import { NOTICE_LIFE } from './rules.ts'

const BATCH_ROWS = 10_000

/**
 * Deletes unsent notices after a day, because they are outdated, and sent notices after 30 days; at most one batch
 * (BATCH_ROWS) per call.
 */
export async function sweepAlerts(db: Database): Promise<void> {
  await db.rows(
    `DELETE FROM alert_notices WHERE id IN (
       SELECT id FROM alert_notices
       WHERE created_at < now() - interval '${NOTICE_LIFE}' AND (told_at IS NULL OR created_at < now() - interval '30 days')
       ORDER BY created_at LIMIT ${BATCH_ROWS})`,
  )
}
