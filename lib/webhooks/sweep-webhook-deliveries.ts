import type { Database } from '#lib/core/db.ts'
import type { ClaimedWebhookDelivery } from './claim-webhook-deliveries.ts'
import { recordWebhookDeliveryResult } from './deliver-webhook.ts'
import { failUnsentDeliveries } from './fail-unsent-deliveries.ts'
import { queueBulkEvents } from './queue-bulk-events.ts'
import { queueServiceChanges } from './queue-service-changes.ts'

/**
 * Queues events about ended bulk calls and about changed services. Records attempts of dead processes as failed. Fails
 * deliveries that still wait although their webhook is off: the rest of a large backlog, and a delivery that was being
 * sent when it was switched off. Deletes deliveries after 30 days, and replaced secrets that are no longer used.
 */
export async function sweepWebhookDeliveries(db: Database): Promise<void> {
  await queueBulkEvents(db)
  await queueServiceChanges(db)
  const abandoned = await db.rows<ClaimedWebhookDelivery>(
    `SELECT id, member_id, attempts, event FROM webhook_deliveries
     WHERE state = 'SENDING' AND claimed_at < now() - interval '2 minutes' ORDER BY id LIMIT 1000`,
  )
  for (const claimed of abandoned)
    await recordWebhookDeliveryResult(db, claimed, { httpStatus: null, fault: 'WORKER_LOST', took: 0 })
  await failUnsentDeliveries(db, null)
  await db.rows('UPDATE webhooks SET former_secret = NULL, former_until = NULL WHERE former_until <= now()')
  // Ids ascend with time, so the oldest rows are found without reading newer rows.
  await db.rows(
    `DELETE FROM webhook_deliveries
     WHERE id IN (SELECT id FROM webhook_deliveries ORDER BY id LIMIT 10000) AND created_at < now() - interval '30 days'`,
  )
}
