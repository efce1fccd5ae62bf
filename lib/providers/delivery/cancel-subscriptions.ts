import { worker } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { ASK_AFTER_DAYS, expiredSql } from '#lib/orders/subscription-time.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { deliveryNotes } from '../labels.ts'
import { unpausedProvider } from '../rules.ts'

type ClaimedSubscription = Upstream & { orderId: number; providerOrderId: string }

// Claims the subscriptions to be cancelled. They were sent, and their last day was more than ASK_AFTER_DAYS days ago.
// Their provider isn't paused, and its list says that they can be cancelled. Looks only at the 1,000 with the earliest
// last day. Requests each cancellation once. If this process is killed before it sends the request, `endSubscriptions`
// still files a task for staff.
const claimStatement = `
  UPDATE open_subscriptions s SET asked_at = now()
  FROM provider_attempts a JOIN providers p ON p.id = a.provider_id
    JOIN provider_services l ON l.provider_id = a.provider_id AND l.remote_id = a.provider_service_id
  WHERE a.order_id = s.order_id AND a.outcome = 'SENT' AND l.cancel AND ${unpausedProvider.sql('p')}
    AND s.asked_at IS NULL AND ${expiredSql(ASK_AFTER_DAYS)}
    AND s.order_id IN (SELECT order_id FROM open_subscriptions WHERE asked_at IS NULL AND expires_on IS NOT NULL
      ORDER BY expires_on, order_id LIMIT 1000 FOR UPDATE SKIP LOCKED)
  RETURNING s.order_id, a.provider_order_id, p.id, p.api_url, p.encrypted_key, p.dialect`

/**
 * Asks providers to cancel subscriptions that still run more than ASK_AFTER_DAYS days after their last day and can be
 * cancelled. Only logs the responses: a subscription ends by the status that is polled afterwards. Returns the number
 * of cancellations requested.
 */
export async function cancelSubscriptions(db: Db, limits: ReplyLimits = {}): Promise<number> {
  const claimed = await db.rows<ClaimedSubscription>(claimStatement)
  for (const { orderId, providerOrderId, ...upstream } of claimed) {
    await addRemark(db, worker, { orderId, reason: deliveryNotes.askedToCancel })
    const reply = await callProvider(upstream, { action: 'cancel', orders: providerOrderId }, limits)
    log.info('a provider was asked to cancel a subscription', { orderId, reply: reply.kind })
  }
  return claimed.length
}
