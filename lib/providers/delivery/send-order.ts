import { providerParameters } from '#lib/catalog/order-details.ts'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { noteProviderFailure, noteProviderHealthy, noteProviderLacksFunds } from '../health/note-health.ts'
import { providersToSendTo } from '../queries.ts'
import { readSendingOutcome, type SendingOutcome } from '../read-sending-outcome.ts'
import { type ClaimedOrder, claimOrders } from './claim-orders.ts'
import { finishAttempt } from './finish-attempt.ts'

/**
 * An order claimed longer ago than this isn't sent: if this process was suspended meanwhile, another process may have
 * given up the attempt (`giveUpAttempts`).
 */
const STALE_CLAIM_MS = 5_000

async function requestDelivery(
  upstream: Upstream,
  claimed: ClaimedOrder,
  limits: ReplyLimits,
): Promise<SendingOutcome> {
  if (performance.now() - claimed.claimedAt > STALE_CLAIM_MS)
    return { outcome: 'UNSENT', error: 'the sender had stopped for a while', retryIn: 0 }
  const { providerServiceId, serviceType } = claimed
  const parameters = providerParameters(serviceType, claimed)
  const fields = { action: 'add', service: providerServiceId, ...parameters }
  return readSendingOutcome(await callProvider(upstream, fields, limits), Object.values(parameters).map(String))
}

async function noteProviderHealth(db: Database, providerId: number, sending: SendingOutcome) {
  const { outcome, error = '', retryIn = 0, providerFault } = sending
  if (outcome === 'NO_FUNDS') return noteProviderLacksFunds(db, providerId, error, retryIn)
  return providerFault
    ? noteProviderFailure(db, providerId, error)
    : noteProviderHealthy(db, providerId, outcome === 'SENT')
}

/**
 * Files a task because the order may be delivered twice: the provider accepted the order, but its response arrived
 * after the attempt had been settled. Files none if staff settled the attempt as sent, with the same order id of the
 * provider.
 */
async function fileDoubleDeliveryTask(
  db: Database,
  { attemptId, orderId: refId }: ClaimedOrder,
  { providerOrderId }: SendingOutcome,
): Promise<void> {
  const settledAsSent = await db.rows(
    "SELECT FROM provider_attempts WHERE id = $1 AND outcome = 'SENT' AND provider_order_id = $2",
    [attemptId, providerOrderId ?? null],
  )
  if (settledAsSent.length > 0) return
  await fileTask(db, { kind: 'DELIVERY_TWICE', refType: 'order', refId, detail: { providerOrderId } })
}

/** Sends one claimed order once, and records the outcome. Logs errors and never throws. */
async function sendOrder(db: Database, upstream: Upstream, claimed: ClaimedOrder, limits: ReplyLimits): Promise<void> {
  const { attemptId, orderId } = claimed
  try {
    const sending = await requestDelivery(upstream, claimed, limits)
    const isRecorded = await finishAttempt(db, { attemptId, orderId, providerId: upstream.id }, sending)
    if (!isRecorded && sending.outcome === 'SENT') await fileDoubleDeliveryTask(db, claimed, sending)
    await noteProviderHealth(db, upstream.id, sending)
  } catch (error) {
    // The attempt still has no outcome; `giveUpAttempts` will mark it as UNKNOWN.
    log.error('an order’s sending could not be settled', { error, orderId, attemptId })
  }
}

export type SendOptions = ReplyLimits & {
  /** Maximum number of orders claimed per provider in one call. */
  maxOrders?: number
  /** Minimum number of seconds between placing and sending an order, in which its member may still cancel it. */
  delay?: number
}

/**
 * Claims waiting orders for each provider that orders can be sent to now, and starts sending them. Returns one promise
 * per order. The promise resolves when the outcome is recorded, or when an error that prevented this is logged.
 */
export async function sendOrders(
  db: Database,
  { maxOrders = 16, delay = 0, ...limits }: SendOptions = {},
): Promise<Promise<void>[]> {
  const sends: Promise<void>[] = []
  for (const upstream of await providersToSendTo(db)) {
    const claims = await claimOrders(db, { providerId: upstream.id, maxOrders, delay })
    for (const claimed of claims) sends.push(sendOrder(db, upstream, claimed, limits))
  }
  return sends
}

/** Seconds after which a running attempt counts as abandoned: longer than any HTTP request can take. */
const ABANDONED_AFTER_SECONDS = 120

/**
 * Marks attempts that have been running too long as UNKNOWN, at most 500: their process was killed during the request.
 * Nobody knows whether the provider got the order, so staff must find out (docs/contract.md#delivery). `abandonedAfter`
 * is in seconds. Returns the number of such attempts.
 */
export async function giveUpAttempts(db: Database, abandonedAfter = ABANDONED_AFTER_SECONDS): Promise<number> {
  const abandoned = await db.rows<{ attemptId: number; orderId: number; providerId: number }>(
    `SELECT id AS attempt_id, order_id, provider_id FROM provider_attempts
     WHERE outcome IS NULL AND started_at < now() - $1::float8 * interval '1 second' ORDER BY id LIMIT 500`,
    [abandonedAfter],
  )
  for (const attempt of abandoned)
    await finishAttempt(db, attempt, { outcome: 'UNKNOWN', error: 'its sender ended before the answer came' })
  return abandoned.length
}
