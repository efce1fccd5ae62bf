import { clock } from '#lib/core/clock.ts'
import { decrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type AddressPolicy, addressPolicy, OutgoingError, sendOutside } from '#lib/core/outgoing.ts'
import { signatureOf } from '#lib/core/signature.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import type { ClaimedDelivery, DeliveryToSend } from './claim-deliveries.ts'
import {
  type DeliveryResult,
  deliveryBody,
  isDelivered,
  isPrompt,
  nextDeliveryStep,
  pauseAfterFailures,
} from './rules.ts'
import { WEBHOOK_PURPOSE } from './set-webhook.ts'

/** Maximum number of bytes read of a receiver's response, of which only the status matters. */
const MAX_RESPONSE_BYTES = 64 * 1_024
const TIMEOUT_MS = 10_000

async function sendDelivery(
  { url, secret, refunded, ...update }: DeliveryToSend,
  reach: AddressPolicy,
): Promise<DeliveryResult> {
  const body = deliveryBody({ ...update, refunded: pointsToNumber(refunded) })
  const timestamp = String(Math.floor(clock.now().getTime() / 1_000))
  const key = decrypt(WEBHOOK_PURPOSE, secret)
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': signatureOf(key, timestamp, Buffer.from(body)),
    'x-webhook-id': String(update.id),
  }
  const started = performance.now()
  const took = () => performance.now() - started
  try {
    const { status } = await sendOutside({ url, headers, body, timeout: TIMEOUT_MS, most: MAX_RESPONSE_BYTES }, reach)
    return { httpStatus: status, fault: null, took: took() }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { httpStatus: null, fault: error.fault, took: took() }
  }
}

/** Pauses a member's webhook after a failed delivery: none of its pending deliveries is sent for a while. */
async function pauseWebhook(tx: Db, memberId: number): Promise<void> {
  const [row] = await tx.rows<{ failures: number }>(
    `UPDATE webhooks SET failures = failures + 1, prompt = false, tried_at = now() WHERE member_id = $1
     RETURNING failures`,
    [memberId],
  )
  const wait = pauseAfterFailures(row?.failures ?? 1)
  await tx.rows(`UPDATE webhooks SET paused_until = now() + $2 * interval '1 millisecond' WHERE member_id = $1`, [
    memberId,
    wait,
  ])
  await tx.rows(
    `UPDATE webhook_deliveries SET next_try_at = greatest(next_try_at, now() + $2 * interval '1 millisecond')
     WHERE member_id = $1 AND state = 'PENDING'`,
    [memberId, wait],
  )
}

const resumeWebhook = (tx: Db, memberId: number, prompt: boolean) =>
  tx.rows('UPDATE webhooks SET failures = 0, paused_until = NULL, prompt = $2, tried_at = now() WHERE member_id = $1', [
    memberId,
    prompt,
  ])

/**
 * Records the result of an attempt. Does nothing if the claim was released meanwhile, as it is if the worker seems to
 * be dead.
 */
export async function recordDeliveryResult(
  db: Database,
  claimed: ClaimedDelivery,
  result: DeliveryResult,
): Promise<void> {
  const { id, memberId, attempts } = claimed
  const { state, wait } = nextDeliveryStep(attempts, result)
  await db.transaction(async (tx) => {
    const settled = await tx.rows(
      `UPDATE webhook_deliveries SET state = $3, http_status = $4, fault = $5,
         delivered_at = CASE WHEN $3 = 'DELIVERED' THEN now() END, next_try_at = now() + $6 * interval '1 millisecond'
       WHERE id = $1 AND state = 'SENDING' AND attempts = $2 RETURNING id`,
      [id, attempts, state, result.httpStatus, result.fault, wait],
    )
    if (settled.length === 0) return
    if (isDelivered(result)) await resumeWebhook(tx, memberId, isPrompt(result))
    else await pauseWebhook(tx, memberId)
  })
}

/**
 * Sends one claimed delivery and records the result. A receiver may get a delivery more than once, because
 * `sweepDeliveries` releases claims that have no result. No database connection is in use during the HTTP request.
 */
export async function deliverWebhook(
  db: Database,
  due: DeliveryToSend,
  reach: AddressPolicy = addressPolicy(env().ALLOW_PRIVATE_WEBHOOKS),
): Promise<void> {
  try {
    const result = await sendDelivery(due, reach)
    await recordDeliveryResult(db, due, result)
    if (!isDelivered(result)) log.info('a webhook was not delivered', { id: due.id, memberId: due.memberId, ...result })
  } catch (error) {
    log.error('a webhook delivery could not be settled', { id: due.id, error })
  }
}
