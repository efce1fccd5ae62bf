import { worker } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { ASK_CANCELLATION_AFTER_DAYS, isPastLastDaySql } from '#lib/orders/subscription-time.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { deliveryNotes } from '../labels.ts'
import { type ProviderReply, unpausedProvider } from '../rules.ts'

type DueSubscription = Upstream & { orderId: number; providerOrderId: string }

// The subscriptions to be cancelled, those with the earliest last day first, at most $1: they were sent, and their last
// day was more than ASK_CANCELLATION_AFTER_DAYS days ago. Their provider isn't paused, and its list says that they can
// be cancelled. The limit counts only these subscriptions. Those that can't be cancelled stay open until staff end
// them, and could otherwise use up the limit in each call.
const dueStatement = `
  SELECT s.order_id, a.provider_order_id, p.id, p.api_url, p.encrypted_key, p.dialect FROM open_subscriptions s
    JOIN provider_attempts a ON a.order_id = s.order_id AND a.outcome = 'SENT'
    JOIN providers p ON p.id = a.provider_id AND ${unpausedProvider.sql('p')}
    JOIN provider_services l ON l.provider_id = a.provider_id AND l.remote_id = a.provider_service_id AND l.cancel
  WHERE s.asked_at IS NULL AND ${isPastLastDaySql(ASK_CANCELLATION_AFTER_DAYS)}
  ORDER BY s.expires_on, s.order_id LIMIT $1`

/**
 * Marks a subscription just before its cancellation is requested, so that it is requested only once. If this process is
 * killed before the request, `endSubscriptions` still files a task for staff. Returns false if another process has
 * marked the subscription.
 */
const markAsked = async (db: Db, orderId: number): Promise<boolean> =>
  (
    await db.rows(
      'UPDATE open_subscriptions SET asked_at = now() WHERE order_id = $1 AND asked_at IS NULL RETURNING order_id',
      [orderId],
    )
  ).length > 0

/**
 * Asks the provider to cancel the subscription. If the request certainly never arrived, removes the mark of
 * `markAsked`. Returns the kind of the reply.
 */
async function askToCancel(
  db: Db,
  { orderId, providerOrderId, ...upstream }: DueSubscription,
  limits: ReplyLimits,
): Promise<ProviderReply['kind']> {
  const { kind } = await callProvider(upstream, { action: 'cancel', orders: providerOrderId }, limits)
  log.info('a provider was asked to cancel a subscription', { orderId, reply: kind })
  if (kind === 'unsent') await db.rows('UPDATE open_subscriptions SET asked_at = NULL WHERE order_id = $1', [orderId])
  else await addRemark(db, worker, { orderId, reason: deliveryNotes.askedToCancel })
  return kind
}

/**
 * Asks one provider to cancel these subscriptions, one after another, until a request gets no response: a provider that
 * is down would take as long as the time-out for each. Returns the number of cancellations requested.
 */
async function askProvider(db: Db, subscriptions: readonly DueSubscription[], limits: ReplyLimits): Promise<number> {
  let asked = 0
  for (const due of subscriptions) {
    if (!(await markAsked(db, due.orderId))) continue
    const kind = await askToCancel(db, due, limits)
    if (kind !== 'unsent') asked++
    if (kind !== 'json') break
  }
  return asked
}

type CancelSubscriptionsOptions = ReplyLimits & {
  /** Maximum number of subscriptions handled in one call. */
  maxSubscriptions?: number
}

/**
 * Asks providers to cancel subscriptions that still run more than ASK_CANCELLATION_AFTER_DAYS days after their last day
 * and can be cancelled; asks all providers at the same time. Only logs the responses: a subscription ends by the status
 * that is polled afterwards. A provider that gives no response is asked for its other subscriptions by the next call.
 * Returns the number of cancellations requested.
 */
export async function cancelSubscriptions(
  db: Db,
  { maxSubscriptions = 1_000, ...limits }: CancelSubscriptionsOptions = {},
): Promise<number> {
  const due = await db.rows<DueSubscription>(dueStatement, [maxSubscriptions])
  const byProvider = [...Map.groupBy(due, ({ id }) => id).values()]
  const asked = await Promise.all(byProvider.map((subscriptions) => askProvider(db, subscriptions, limits)))
  return asked.reduce((sum, count) => sum + count, 0)
}
