import { worker } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { ASK_AFTER_DAYS, expiredSql } from '#lib/orders/subscription-time.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { deliveryNotes } from '../labels.ts'
import { unpausedProvider } from '../rules.ts'

type DueSubscription = Upstream & { orderId: number; providerOrderId: string }

// The subscriptions to be cancelled: they were sent, and their last day was more than ASK_AFTER_DAYS days ago. Their
// provider isn't paused, and its list says that they can be cancelled. Looks only at the 1,000 with the earliest last
// day.
const dueStatement = `
  SELECT s.order_id, a.provider_order_id, p.id, p.api_url, p.encrypted_key, p.dialect FROM open_subscriptions s
    JOIN provider_attempts a ON a.order_id = s.order_id AND a.outcome = 'SENT'
    JOIN providers p ON p.id = a.provider_id AND ${unpausedProvider.sql('p')}
    JOIN provider_services l ON l.provider_id = a.provider_id AND l.remote_id = a.provider_service_id AND l.cancel
  WHERE s.asked_at IS NULL AND ${expiredSql(ASK_AFTER_DAYS)}
    AND s.order_id IN (SELECT order_id FROM open_subscriptions WHERE asked_at IS NULL AND expires_on IS NOT NULL
      ORDER BY expires_on, order_id LIMIT 1000)
  ORDER BY s.expires_on, s.order_id`

/**
 * Marks a subscription as asked for, just before the request, so that each cancellation is requested once. If this
 * process is killed before the request, `endSubscriptions` still files a task for staff. Returns false if another
 * process has marked it.
 */
const markAsked = async (db: Db, orderId: number): Promise<boolean> =>
  (
    await db.rows(
      'UPDATE open_subscriptions SET asked_at = now() WHERE order_id = $1 AND asked_at IS NULL RETURNING order_id',
      [orderId],
    )
  ).length > 0

/**
 * Asks the provider to cancel the subscription. Returns false if the request certainly never arrived: then the
 * subscription isn't marked as asked for any more.
 */
async function askToCancel(
  db: Db,
  { orderId, providerOrderId, ...upstream }: DueSubscription,
  limits: ReplyLimits,
): Promise<boolean> {
  const reply = await callProvider(upstream, { action: 'cancel', orders: providerOrderId }, limits)
  log.info('a provider was asked to cancel a subscription', { orderId, reply: reply.kind })
  if (reply.kind === 'unsent') {
    await db.rows('UPDATE open_subscriptions SET asked_at = NULL WHERE order_id = $1', [orderId])
    return false
  }
  await addRemark(db, worker, { orderId, reason: deliveryNotes.askedToCancel })
  return true
}

/**
 * Asks providers to cancel subscriptions that still run more than ASK_AFTER_DAYS days after their last day and can be
 * cancelled. Only logs the responses: a subscription ends by the status that is polled afterwards. A provider that
 * can't be reached is asked again by the next call. Returns the number of cancellations requested.
 */
export async function cancelSubscriptions(db: Db, limits: ReplyLimits = {}): Promise<number> {
  const unreachable = new Set<number>()
  let asked = 0
  for (const due of await db.rows<DueSubscription>(dueStatement)) {
    if (unreachable.has(due.id) || !(await markAsked(db, due.orderId))) continue
    if (await askToCancel(db, due, limits)) asked++
    else unreachable.add(due.id)
  }
  return asked
}
