import { type Database, isDuplicate } from '#lib/core/db.ts'
import { immediateDueTimeSql } from './claim-webhook-deliveries.ts'
import { unknownWebhookDelivery, webhookDeliveryStillSending, webhookSwitchedOff } from './errors.ts'
import type { WebhookDeliveryState } from './labels.ts'

type Row = { state: WebhookDeliveryState; enabled: boolean }

/**
 * Queues a delivered or failed delivery again, with the same id and body.
 * @throws NOT_FOUND the member has no such delivery; CONFLICT the webhook is off, or this delivery (or, if it is a test
 * event, another test event) is waiting or being sent
 */
export async function resendWebhookDelivery(db: Database, delivery: { id: number; memberId: number }): Promise<void> {
  try {
    await makeDue(db, delivery)
  } catch (error) {
    // Another test event is waiting or being sent: a unique index allows one per member.
    if (isDuplicate(error)) throw webhookDeliveryStillSending()
    throw error
  }
}

/** Makes the delivery due at once, and resets its attempts and its last result. */
const makeDue = (db: Database, { id, memberId }: { id: number; memberId: number }): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx.rows<Row>(
      `SELECT d.state, w.enabled FROM webhook_deliveries d JOIN webhooks w ON w.member_id = d.member_id
       WHERE d.id = $1 AND d.member_id = $2 FOR UPDATE OF d`,
      [id, memberId],
    )
    if (!row) throw unknownWebhookDelivery()
    if (!row.enabled) throw webhookSwitchedOff()
    if (row.state === 'PENDING' || row.state === 'SENDING') throw webhookDeliveryStillSending()
    await tx.rows(
      `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, next_try_at = ${immediateDueTimeSql}, http_status = NULL,
         fault = NULL, delivered_at = NULL WHERE id = $1`,
      [id],
    )
  })
