import type { Database } from '#lib/core/db.ts'
import { MESSAGE_LIFE_HOURS } from './rules.ts'

const BATCH_ROWS = 10_000

/**
 * Deletes messages whose process died before it recorded the result, because they may have arrived. Deletes messages
 * that are too old to be sent. Deletes notices after 30 days, at most 10,000 per call.
 */
export async function sweepPush(db: Database): Promise<void> {
  await db.rows(
    `DELETE FROM push_messages
     WHERE (state = 'SENDING' AND claimed_at < now() - interval '2 minutes')
       OR (state = 'PENDING' AND created_at < now() - interval '${MESSAGE_LIFE_HOURS} hours')`,
  )
  await db.rows(
    `DELETE FROM push_notices WHERE order_id IN (
       SELECT order_id FROM push_notices WHERE created_at < now() - interval '30 days' ORDER BY created_at LIMIT ${BATCH_ROWS}
     )`,
  )
}
