import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { db } from '#lib/core/db.ts'
import { sessionOfToken } from '#lib/sessions/sign-session-token.ts'
import { claimPushMessages } from '../claim-push-messages.ts'
import { gatherNotices } from '../gather-notices.ts'
import type { BrowserSubscription } from '../schema.ts'
import { sendPushMessage } from '../send-push-message.ts'
import { decryptSubscription } from '../stored-subscription.ts'
import { turnOnPush } from '../turn-on-push.ts'

/**
 * A browser in a test: the subscription that it sends to the shop, and the private key with which it decrypts messages.
 */
export type TestBrowser = { subscription: BrowserSubscription; privateKey: Buffer }

/** Makes a browser with a subscription at the push service with this URL, by default Chrome's. */
export function makeBrowser(service = 'https://fcm.googleapis.com/fcm/send'): TestBrowser {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    subscription: { endpoint: `${service}/${randomUUID()}`, keys: { p256dh, auth } },
    privateKey: pair.getPrivateKey(),
  }
}

/** Turns on the notices of a signed-in member in a browser, as POST /service/push does. Returns the session's id. */
export async function turnOnPushIn(
  member: { id: number; token: string },
  { subscription }: TestBrowser,
): Promise<string> {
  const sessionId = (await sessionOfToken(member.token)) ?? ''
  await turnOnPush(db(), { memberId: member.id, sessionId, subscription, device: 'test' })
  return sessionId
}

/** Endpoints of the browsers in which a member gets notices, oldest first. */
export async function pushEndpointsOf(memberId: number): Promise<string[]> {
  const rows = await db().rows<{ sealed: Buffer }>(
    'SELECT sealed FROM push_subscriptions WHERE member_id = $1 ORDER BY id',
    [memberId],
  )
  return rows.map(({ sealed }) => decryptSubscription(sealed).endpoint)
}

/** Makes all notices an hour older: waiting notices become due, and the pause after sent notices ends. */
export async function passNoticePause(): Promise<void> {
  await db().rows(
    `UPDATE push_notices SET created_at = created_at - interval '1 hour', told_at = told_at - interval '1 hour'`,
  )
}

/** Turns notices that are due into messages, and sends all due messages, as the worker does. */
export async function sendDueNotices(): Promise<void> {
  await gatherNotices(db())
  for (let claimed = -1; claimed !== 0; ) {
    const messages = await claimPushMessages(db(), 1_000)
    claimed = messages.length
    await Promise.all(messages.map((each) => sendPushMessage(db(), each)))
  }
}
