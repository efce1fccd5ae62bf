import { clock } from '#lib/core/clock.ts'
import { decrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { makeDnsResolver } from '#lib/core/dns-resolver.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type AddressPolicy, OutgoingError, outgoingAddressPolicy, sendOutside } from '#lib/core/outgoing.ts'
import { computeSignature } from '#lib/core/signature.ts'
import type { ClaimedWebhookDelivery, WebhookDeliveryToSend } from './claim-webhook-deliveries.ts'
import { toWebhookDeliveryContent } from './delivery-content.ts'
import { makePausedDeliveriesDue } from './end-pause.ts'
import { testEvent } from './labels.ts'
import {
  cleanAnswer,
  isDelivered,
  isPrompt,
  MAX_ANSWER_BYTES,
  nextWebhookDeliveryStep,
  pauseMsAfterFailures,
  renderWebhookBody,
  type WebhookDeliveryResult,
} from './rules.ts'
import { WEBHOOK_PURPOSE } from './set-webhook.ts'

const TIMEOUT_MS = 10_000

/** Decrypts a webhook's secret; null if neither AUTH_SECRET nor one of its fallbacks decrypts it. */
function decryptedSecret(secret: Buffer): string | null {
  try {
    return decrypt(WEBHOOK_PURPOSE, secret)
  } catch {
    return null
  }
}

/**
 * Signatures of a delivery, separated by commas: one by the secret and, for a time after a rotation, one by the
 * replaced secret, unless the replaced secret can't be decrypted. Null if the secret can't be decrypted.
 */
function signaturesOf({ secret, formerSecret }: WebhookDeliveryToSend, timestamp: string, body: string): string | null {
  const present = decryptedSecret(secret)
  if (present === null) return null
  const former = formerSecret && decryptedSecret(formerSecret)
  const secrets = former ? [present, former] : [present]
  return secrets.map((each) => computeSignature(each, timestamp, Buffer.from(body))).join(', ')
}

async function sendDelivery(delivery: WebhookDeliveryToSend, policy: AddressPolicy): Promise<WebhookDeliveryResult> {
  const body = renderWebhookBody(toWebhookDeliveryContent(delivery))
  const timestamp = String(Math.floor(clock.now().getTime() / 1_000))
  const signatures = signaturesOf(delivery, timestamp, body)
  if (signatures === null) return { httpStatus: null, fault: 'UNREADABLE_KEY', took: 0 }
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': signatures,
    'x-webhook-id': String(delivery.id),
  }
  const started = performance.now()
  const took = () => performance.now() - started
  const request = { url: delivery.url, headers, body, timeout: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, cut: true }
  try {
    const { status, text } = await sendOutside(request, policy)
    return { httpStatus: status, fault: null, took: took(), answer: cleanAnswer(text) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { httpStatus: null, fault: error.fault, took: took() }
  }
}

/**
 * Pauses a member's webhook after a failed delivery. During the pause only test events and deliveries that the member
 * resends are sent (`claimWebhookDeliveries`); all others wait. If the next attempt of the failed delivery (in
 * `retryWait` milliseconds) is due by the end of the pause, the failed delivery is sent before the waiting deliveries.
 */
async function pauseWebhook(tx: Db, { id, memberId }: ClaimedWebhookDelivery, retryWait: number): Promise<void> {
  const [row] = await tx.rows<{ failures: number }>(
    `UPDATE webhooks SET failures = failures + 1, prompt = false, tried_at = now() WHERE member_id = $1
     RETURNING failures`,
    [memberId],
  )
  const wait = pauseMsAfterFailures(row?.failures ?? 1)
  await tx.rows(`UPDATE webhooks SET paused_until = now() + $2 * interval '1 millisecond' WHERE member_id = $1`, [
    memberId,
    wait,
  ])
  if (retryWait <= wait)
    await tx.rows("UPDATE webhook_deliveries SET next_try_at = created_at WHERE id = $1 AND state = 'PENDING'", [id])
}

/**
 * Records a failed test event. Doesn't pause the webhook, because a member who repairs his server sends several tests
 * in a row.
 */
const recordFailedTest = (tx: Db, memberId: number) =>
  tx.rows('UPDATE webhooks SET prompt = false, tried_at = now() WHERE member_id = $1', [memberId])

const resumeStatement = `
  WITH before AS (SELECT member_id, paused_until FROM webhooks WHERE member_id = $1 FOR NO KEY UPDATE)
  UPDATE webhooks w SET failures = 0, paused_until = NULL, prompt = $2, tried_at = now()
  FROM before WHERE w.member_id = before.member_id RETURNING before.paused_until`

/**
 * Ends the pause of a member's webhook after a successful delivery. Deliveries that waited for the end are due at once.
 */
async function resumeWebhook(tx: Db, memberId: number, prompt: boolean): Promise<void> {
  const [before] = await tx.rows<{ pausedUntil: Date | null }>(resumeStatement, [memberId, prompt])
  await makePausedDeliveriesDue(tx, memberId, before?.pausedUntil)
}

/** Maximum number of attempts in a delivery's log; the oldest are removed first. */
const MAX_TRIES = 20

const settleStatement = `
  UPDATE webhook_deliveries SET state = $3, http_status = $4::int, fault = $5::text, duration = $7::int, answer = $8,
    delivered_at = CASE WHEN $3 = 'DELIVERED' THEN now() END, next_try_at = now() + $6 * interval '1 millisecond',
    tries = CASE WHEN jsonb_array_length(tries) < ${MAX_TRIES} THEN tries ELSE tries - 0 END || jsonb_build_array(
      jsonb_build_object('at', claimed_at, 'httpStatus', $4::int, 'fault', $5::text, 'duration', $7::int))
  WHERE id = $1 AND state = 'SENDING' AND attempts = $2 RETURNING id`

/** Records the result of an attempt. Does nothing if the claim was released because the worker seemed to be dead. */
export async function recordWebhookDeliveryResult(
  db: Database,
  claimed: ClaimedWebhookDelivery,
  result: WebhookDeliveryResult,
): Promise<void> {
  const { id, memberId, attempts, event } = claimed
  const { state, wait } = nextWebhookDeliveryStep(attempts, result, event)
  const { httpStatus, fault, took, answer = null } = result
  await db.transaction(async (tx) => {
    const settled = await tx.rows(settleStatement, [
      id,
      attempts,
      state,
      httpStatus,
      fault,
      wait,
      Math.round(took),
      answer,
    ])
    if (settled.length === 0) return
    if (isDelivered(result)) await resumeWebhook(tx, memberId, isPrompt(result))
    else if (event === testEvent) await recordFailedTest(tx, memberId)
    else await pauseWebhook(tx, claimed, wait)
  })
}

/**
 * Addresses to which deliveries may be sent. Unless private addresses are allowed, the hosts are resolved by
 * `makeDnsResolver`: a slow name server of a host that a member has chosen must not delay other requests of the shop.
 */
export function webhookAddressPolicy(): AddressPolicy {
  const policy = outgoingAddressPolicy(env().ALLOW_PRIVATE_WEBHOOKS, 'webhook')
  return policy.allowPrivate ? policy : { ...policy, resolve: makeDnsResolver() }
}

/**
 * Sends one claimed delivery and records the result. A receiver may get a delivery more than once: it is sent again if
 * no 2xx came in time, or if the worker died before it recorded the result (`sweepWebhookDeliveries`). No database
 * connection is in use during the HTTP request.
 */
export async function deliverWebhook(
  db: Database,
  delivery: WebhookDeliveryToSend,
  policy: AddressPolicy = webhookAddressPolicy(),
): Promise<void> {
  try {
    const result = await sendDelivery(delivery, policy)
    await recordWebhookDeliveryResult(db, delivery, result)
    if (!isDelivered(result))
      log.info('a webhook was not delivered', { id: delivery.id, memberId: delivery.memberId, ...result })
  } catch (error) {
    log.error('a webhook delivery could not be settled', { id: delivery.id, error })
  }
}
