import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type AddressPolicy, OutgoingError, outgoingAddressPolicy, sendOutside } from '#lib/core/outgoing.ts'
import type { ClaimedPushMessage, PushMessageToSend } from './claim-push-messages.ts'
import { encryptPushMessage } from './encrypt-push-message.ts'
import { decidePushStep, MAX_REFUSALS_IN_A_ROW, noticeJson, type PushResult, type PushStep } from './rules.ts'
import { type DecryptedSubscription, decryptSubscriptionWithSecretIndex } from './stored-subscription.ts'
import { vapidHeader } from './vapid.ts'

/** Maximum size of a response in bytes; only its status matters. */
const MAX_ANSWER_BYTES = 16 * 1_024
const TIMEOUT_MS = 10_000

/** Sends a message to the push service of its subscription. */
async function sendToPushService(
  message: PushMessageToSend,
  { subscription, secretIndex }: DecryptedSubscription,
  policy: AddressPolicy,
): Promise<PushResult> {
  const headers = {
    authorization: await vapidHeader(subscription.endpoint, secretIndex),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(message.life),
    urgency: 'normal',
    // If an earlier attempt arrived after all, the push service replaces that message by this one, because both have
    // the same topic.
    topic: `notice-${message.id}`,
  }
  const body = encryptPushMessage(noticeJson(message), subscription)
  const { endpoint: url } = subscription
  try {
    const answer = await sendOutside({ url, headers, body, timeout: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }, policy)
    return { httpStatus: answer.status, retryAfter: answer.retryAfter }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { httpStatus: null, fault: error.fault, sent: error.sent }
  }
}

/**
 * Decrypts the subscription that a message is sent to. Null if it can't be decrypted, because AUTH_SECRET was changed.
 */
function subscriptionOf({ sealed }: PushMessageToSend): DecryptedSubscription | null {
  try {
    return decryptSubscriptionWithSecretIndex(sealed)
  } catch {
    return null
  }
}

const recordDelivery = (tx: Db, subscriptionId: number) =>
  tx.rows('UPDATE push_subscriptions SET failures = 0, last_ok_at = now() WHERE id = $1', [subscriptionId])

async function recordRefusal(tx: Db, subscriptionId: number): Promise<void> {
  await tx.rows('UPDATE push_subscriptions SET failures = failures + 1 WHERE id = $1', [subscriptionId])
  await tx.rows('DELETE FROM push_subscriptions WHERE id = $1 AND failures >= $2', [
    subscriptionId,
    MAX_REFUSALS_IN_A_ROW,
  ])
}

/**
 * Records the result of an attempt: schedules a retry, or deletes the message. A refusal counts against the browser's
 * subscription; a subscription that has ended is deleted. Does nothing if the message was deleted during the attempt,
 * for example because its member signed out.
 */
export async function recordPushResult(
  db: Database,
  { id, subscriptionId, attempts }: ClaimedPushMessage,
  step: PushStep,
) {
  await db.transaction(async (tx) => {
    // Locks the subscription first, in the same order as a logout, which deletes the subscription and then, by a
    // foreign key, its messages.
    await tx.rows('SELECT FROM push_subscriptions WHERE id = $1 FOR UPDATE', [subscriptionId])
    const settled =
      step.outcome === 'RETRY'
        ? await tx.rows(
            `UPDATE push_messages SET state = 'PENDING', next_try_at = now() + $3 * interval '1 millisecond'
             WHERE id = $1 AND state = 'SENDING' AND attempts = $2 RETURNING id`,
            [id, attempts, step.wait],
          )
        : await tx.rows(
            `DELETE FROM push_messages WHERE id = $1 AND state = 'SENDING' AND attempts = $2 RETURNING id`,
            [id, attempts],
          )
    if (settled.length === 0) return
    if (step.outcome === 'DELIVERED') await recordDelivery(tx, subscriptionId)
    if (step.outcome === 'REFUSED') await recordRefusal(tx, subscriptionId)
    if (step.outcome === 'GONE') await tx.rows('DELETE FROM push_subscriptions WHERE id = $1', [subscriptionId])
  })
}

/**
 * Sends one claimed message and records the result. If the process dies in between, `sweepPush` deletes the message,
 * and it isn't sent again. No database connection is held during the request. Neither endpoint nor keys are logged.
 */
export async function sendPushMessage(
  db: Database,
  message: PushMessageToSend,
  policy: AddressPolicy = outgoingAddressPolicy(env().ALLOW_PRIVATE_PUSH, 'push'),
): Promise<void> {
  const { id, subscriptionId, attempts } = message
  try {
    const subscription = subscriptionOf(message)
    const result = subscription && (await sendToPushService(message, subscription, policy))
    const step: PushStep = result ? decidePushStep(attempts, result) : { outcome: 'GONE' }
    await recordPushResult(db, message, step)
    if (step.outcome !== 'DELIVERED') log.info('a notice was not delivered', { id, subscriptionId, ...result, ...step })
  } catch (error) {
    log.error('a notice could not be settled', { id, error })
  }
}
