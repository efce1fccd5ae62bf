import { type Db, isDuplicate } from '#lib/core/db.ts'
import { immediateDueTimeSql } from './claim-webhook-deliveries.ts'
import { unknownWebhook, webhookDeliveryStillSending, webhookSwitchedOff } from './errors.ts'
import { testEvent } from './labels.ts'

/**
 * Queues a test event for a member's webhook. It is sent before the member's other waiting deliveries, and has only one
 * attempt. Returns the id of the delivery.
 * @throws NOT_FOUND the member has no webhook; CONFLICT the webhook is off, or another test event is waiting or being
 * sent
 */
export async function sendTestEvent(db: Db, memberId: number): Promise<number> {
  const [webhook] = await db.rows<{ enabled: boolean }>('SELECT enabled FROM webhooks WHERE member_id = $1', [memberId])
  if (!webhook) throw unknownWebhook()
  if (!webhook.enabled) throw webhookSwitchedOff()
  try {
    // Locks the webhook, as the foreign key of the delivery does afterwards. So if the account is being deleted, this
    // waits, and finds no webhook afterwards.
    const [row] = await db.rows<{ id: number }>(
      `INSERT INTO webhook_deliveries (member_id, event, next_try_at)
       SELECT member_id, $2, ${immediateDueTimeSql} FROM webhooks WHERE member_id = $1 FOR KEY SHARE RETURNING id`,
      [memberId, testEvent],
    )
    if (!row) throw unknownWebhook()
    return row.id
  } catch (error) {
    if (isDuplicate(error)) throw webhookDeliveryStillSending()
    throw error
  }
}
