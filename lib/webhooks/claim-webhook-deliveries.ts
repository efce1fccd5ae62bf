import { type Db, isDuplicate } from '#lib/core/db.ts'
import { deliveryContentColumns, type StoredDeliveryContent } from './delivery-content.ts'
import type { WebhookEvent } from './labels.ts'

/** A delivery that a process has marked as its own before sending it. */
export type ClaimedWebhookDelivery = { id: number; memberId: number; attempts: number; event: WebhookEvent }

/**
 * A delivery claimed by this process, with its member's webhook: URL, encrypted secret, and whether its last delivery
 * was answered promptly (`prompt`). `formerSecret` is the replaced secret as long as deliveries are also signed with
 * it, then null.
 */
export type WebhookDeliveryToSend = ClaimedWebhookDelivery &
  StoredDeliveryContent & { url: string; secret: Buffer; formerSecret: Buffer | null; prompt: boolean }

/** SQL for the due time of a delivery that must be sent before all others, even while its webhook is paused. */
export const immediateDueTimeSql = 'to_timestamp(0)'

/**
 * How many deliveries this process may start now: to webhooks whose last delivery was answered promptly (`prompt`), and
 * to all others. Slow or dead servers thus never take the slots of prompt servers.
 */
export type FreeSlots = { prompt: number; other: number }

// Claims one delivery per member: the delivery that has been due longest. Members whose last attempt was longest ago
// come first. `waiting` jumps from member to member in the index, so that a member with many deliveries costs no more
// than a member with one. While a webhook is paused, only deliveries whose due time is `immediateDueTimeSql` are
// claimed. The other deliveries aren't updated by the pause, so a pause costs no more for a member with many
// deliveries.
const claimStatement = `
  WITH RECURSIVE waiting AS (
    (SELECT member_id FROM webhook_deliveries WHERE state = 'PENDING' ORDER BY member_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.member_id FROM webhook_deliveries d WHERE d.state = 'PENDING' AND d.member_id > w.member_id
      ORDER BY d.member_id LIMIT 1)
    FROM waiting w WHERE w.member_id IS NOT NULL
  ), free AS (
    SELECT next.id, w.prompt,
      row_number() OVER (PARTITION BY w.prompt ORDER BY w.tried_at NULLS FIRST, w.member_id) AS turn
    FROM waiting JOIN webhooks w ON w.member_id = waiting.member_id AND w.enabled
    CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.member_id = w.member_id AND d.state = 'PENDING'
        AND d.next_try_at <= CASE WHEN w.paused_until > now() THEN ${immediateDueTimeSql} ELSE now() END
      ORDER BY d.next_try_at, d.id LIMIT 1
    ) AS next
    WHERE NOT EXISTS (SELECT FROM webhook_deliveries s WHERE s.member_id = w.member_id AND s.state = 'SENDING')
  ), chosen AS (
    SELECT d.id FROM free JOIN webhook_deliveries d ON d.id = free.id
    WHERE free.turn <= CASE WHEN free.prompt THEN $1::int ELSE $2::int END AND d.state = 'PENDING'
    FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE webhook_deliveries d SET state = 'SENDING', claimed_at = now(), attempts = attempts + 1
  FROM webhooks w WHERE d.id IN (SELECT id FROM chosen) AND w.member_id = d.member_id
  RETURNING ${deliveryContentColumns}, d.member_id, d.attempts, w.url, w.secret, w.prompt,
    CASE WHEN w.former_until > now() THEN w.former_secret END AS former_secret`

/**
 * Claims due deliveries, at most one per member and as many as there are free slots. If two processes claim deliveries
 * of one member at the same moment, the second violates a unique index and claims nothing in this call.
 */
export async function claimWebhookDeliveries(db: Db, { prompt, other }: FreeSlots): Promise<WebhookDeliveryToSend[]> {
  if (prompt <= 0 && other <= 0) return []
  try {
    return await db.rows<WebhookDeliveryToSend>(claimStatement, [prompt, other])
  } catch (error) {
    if (isDuplicate(error)) return []
    throw error
  }
}
