import type { Database } from '#lib/core/db.ts'
import { addDelivery, type Claimed, settleDelivery } from './deliver-webhook.ts'

/** The safety net: claims of dead workers, what has no job any more, and what nobody asks for after 30 days. */
export async function sweepDeliveries(db: Database): Promise<void> {
  const abandoned = await db.rows<Claimed>(
    `SELECT id, member_id, attempts FROM webhook_deliveries
     WHERE state = 'SENDING' AND claimed_at < now() - interval '2 minutes' ORDER BY id LIMIT 1000`,
  )
  for (const claimed of abandoned) await settleDelivery(db, claimed, { httpStatus: null, fault: 'WORKER_LOST' })
  await db.rows(
    `SELECT ${addDelivery('id')} FROM (
       SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.member_id = d.member_id AND w.enabled
       WHERE d.state = 'PENDING' AND d.next_try_at < now() ORDER BY d.next_try_at, d.id LIMIT 1000
     ) AS overdue`,
  )
  await db.rows("DELETE FROM webhook_deliveries WHERE created_at < now() - interval '30 days'")
}
