import { isSubscription, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { noteProviderFailure, noteProviderHealthy } from '../health/note-health.ts'
import { providersToPoll } from '../queries.ts'
import { type ProviderReply, type ProviderUpdate, readOrderUpdates } from '../rules.ts'
import { applyUpdate, isDuplicateUpdate, type PolledUpdate } from './apply-update.ts'

/** Maximum number of orders polled in one request to a provider (docs/contract.md#delivery). */
const ORDERS_PER_REQUEST = 100

type DueOrder = Omit<PolledUpdate, 'update' | 'providerId'> & { providerOrderId: string; serviceType: ServiceTypeName }

// Claims orders by moving their next poll into the future: other workers then skip them, and they become due again if
// this worker is killed. The interval grows with the age of the attempt, from 2 seconds to 10 minutes.
const claimDueStatement = `
  UPDATE provider_attempts a
  SET next_poll_at = now() + least(600, greatest(2, extract(epoch FROM now() - a.finished_at) / 8)) * interval '1 second'
  FROM (SELECT id FROM provider_attempts WHERE provider_id = $1 AND outcome = 'SENT' AND next_poll_at <= now()
    ORDER BY next_poll_at, id LIMIT ${ORDERS_PER_REQUEST} FOR UPDATE SKIP LOCKED) AS due
  WHERE a.id = due.id RETURNING a.id AS attempt_id, a.order_id, a.provider_order_id, a.last_heard AS last_update,
    (SELECT o.service_type FROM orders o WHERE o.id = a.order_id),
    (SELECT o.status AS order_status FROM orders o WHERE o.id = a.order_id)`

/** Why a provider's reply can't be used; null if it can. */
function replyFault(reply: ProviderReply): string | null {
  if (reply.kind !== 'json') return reply.error
  if (reply.status >= 400) return `HTTP ${reply.status}`
  return typeof reply.value === 'object' ? null : 'no object'
}

/**
 * Applies the update of one order. Logs an error instead of throwing it, so that the updates of the other orders are
 * still applied.
 */
async function tryToApply(db: Database, polled: PolledUpdate): Promise<void> {
  try {
    await applyUpdate(db, polled)
  } catch (error) {
    log.error('a provider’s update could not be applied', { error, orderId: polled.orderId })
  }
}

/**
 * Applies the update of each polled order, unless it reports nothing new (`isDuplicateUpdate`). An order that the
 * provider's response doesn't contain gets an error as its update.
 */
async function applyUpdates(
  db: Database,
  providerId: number,
  due: DueOrder[],
  updates: Map<string, ProviderUpdate>,
): Promise<void> {
  for (const { providerOrderId, serviceType: _, ...dueOrder } of due) {
    const update = updates.get(providerOrderId) ?? { error: 'not in the answer' }
    const polled = { ...dueOrder, providerId, update }
    if (!isDuplicateUpdate(polled)) await tryToApply(db, polled)
  }
}

async function pollProvider(db: Database, upstream: Upstream, limits: ReplyLimits): Promise<number> {
  const due = await db.rows<DueOrder>(claimDueStatement, [upstream.id])
  if (due.length === 0) return 0
  const ids = due.map(({ providerOrderId }) => providerOrderId)
  const reply = await callProvider(upstream, { action: 'status', orders: ids.join(',') }, limits)
  const subscriptions = due.filter(({ serviceType }) => isSubscription(serviceType))
  const subscriptionIds = new Set(subscriptions.map(({ providerOrderId }) => providerOrderId))
  const updates = readOrderUpdates(reply.kind === 'json' ? reply.value : null, ids, subscriptionIds)
  const fault = replyFault(reply) ?? (updates.size === 0 ? 'no order in the answer' : null)
  if (fault !== null) await noteProviderFailure(db, upstream.id, fault)
  else {
    await noteProviderHealthy(db, upstream.id, false)
    await applyUpdates(db, upstream.id, due, updates)
  }
  return due.length
}

/**
 * Polls the status of sent orders. Sends one request to each of the `providersToPoll`, about the orders that have been
 * due longest, at most ORDERS_PER_REQUEST. Returns the number of orders polled.
 */
export async function pollOrders(db: Database, limits: ReplyLimits = {}): Promise<number> {
  const providers = await providersToPoll(db)
  const counts = await Promise.all(
    providers.map((upstream) =>
      pollProvider(db, upstream, limits).catch((error) => {
        log.error('a provider’s statuses could not be read', { error, providerId: upstream.id })
        return 0
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
