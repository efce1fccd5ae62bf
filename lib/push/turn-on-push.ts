import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { pushSubscriptionTaken, unknownPushService } from './errors.ts'
import { pushServiceOfEndpoint } from './push-service-of-endpoint.ts'
import type { BrowserSubscription } from './schema.ts'
import {
  decryptSubscription,
  encryptSubscription,
  hashesOfEndpoint,
  hasUsableKey,
  isSameBrowser,
} from './stored-subscription.ts'
import { secretIndexOfPublicKey } from './vapid.ts'

/** Maximum number of browsers in which a member gets notices; a further browser replaces the oldest. */
const MAX_BROWSERS = 10

/** A subscription sent by a browser, with the member signed in there and his session. */
export type SignedInBrowser = { memberId: number; sessionId: string; subscription: BrowserSubscription }

type StoredBrowser = { id: number; memberId: number; sealed: Buffer }

/**
 * Reads the stored subscription with this endpoint, after taking two locks. The lock on the session keeps the session
 * from ending during the transaction. The second lock lets only one transaction at a time turn on notices or bind a
 * subscription. Code that ends a session also locks the session before it deletes its subscriptions, so that the two
 * can't deadlock. `isOpen` is false if the session has ended: a subscription added to an ended session would never be
 * removed.
 */
async function lockSubscription(tx: Db, { memberId, sessionId, subscription: { endpoint } }: SignedInBrowser) {
  const open = await tx.rows('SELECT FROM sessions WHERE id = $1 AND member_id = $2 AND revoked_at IS NULL FOR SHARE', [
    sessionId,
    memberId,
  ])
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('push-subscriptions'))")
  const [stored] = await tx.rows<StoredBrowser>(
    'SELECT id, member_id, sealed FROM push_subscriptions WHERE endpoint_hash = ANY ($1::bytea[])',
    [hashesOfEndpoint(endpoint)],
  )
  return { stored, isOpen: open.length > 0 }
}

const removeSubscription = (tx: Db, id: number) => tx.rows('DELETE FROM push_subscriptions WHERE id = $1', [id])

const insertSql = `
  INSERT INTO push_subscriptions (member_id, session_id, endpoint_hash, sealed, service, device)
  VALUES ($1, $2, $3, $4, $5, $6)`

// Deleting a subscription also deletes the messages that wait for it.
const removeOldestSql = `
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE member_id = $1 ORDER BY created_at DESC, id DESC OFFSET ${MAX_BROWSERS}
  )`

/** Deletes the member's subscription with this endpoint. Returns false if he has none. */
async function removeByEndpoint(tx: Db, memberId: number, endpoint: string): Promise<boolean> {
  const sql = 'DELETE FROM push_subscriptions WHERE endpoint_hash = ANY ($1::bytea[]) AND member_id = $2 RETURNING id'
  return (await tx.rows(sql, [hashesOfEndpoint(endpoint), memberId])).length > 0
}

/**
 * Turns on a member's notices in a browser. If another member gets notices there, turns his off and drops his waiting
 * messages to this browser; the caller must then know the subscription's secret, which proves that it is the same
 * browser. `publicKey` is the shop's public key that the browser subscribed with; without it, the present one. `replaces` is the endpoint of the member's subscription that the new one replaces. Returns false, and turns
 * nothing on, if he has no subscription with the endpoint `replaces`.
 * @throws BAD_INPUT not an endpoint of a known push service, an unusable key, or a `publicKey` that isn't the shop's; CONFLICT the endpoint is another
 * member's, and its secret differs; UNAUTHENTICATED the session has ended
 */
export async function turnOnPush(
  db: Database,
  {
    memberId,
    sessionId,
    subscription,
    device,
    publicKey,
    replaces,
  }: SignedInBrowser & { device: string; publicKey?: string | undefined; replaces?: string | undefined },
  anyHost = env().ALLOW_PRIVATE_PUSH,
): Promise<boolean> {
  const service = pushServiceOfEndpoint(subscription.endpoint, anyHost)
  const secretIndex = publicKey === undefined ? 0 : secretIndexOfPublicKey(publicKey)
  if (service === null || secretIndex < 0 || !hasUsableKey(subscription)) throw unknownPushService()
  return db.transaction(async (tx) => {
    const { stored, isOpen } = await lockSubscription(tx, { memberId, sessionId, subscription })
    if (!isOpen) throw unauthenticated()
    const isAnotherMembers = stored !== undefined && stored.memberId !== memberId
    if (isAnotherMembers && !isSameBrowser(decryptSubscription(stored.sealed), subscription))
      throw pushSubscriptionTaken()
    if (replaces !== undefined && !(await removeByEndpoint(tx, memberId, replaces))) return false
    if (stored) await removeSubscription(tx, stored.id)
    const [hash] = hashesOfEndpoint(subscription.endpoint)
    const sealed = encryptSubscription(subscription, secretIndex)
    await tx.rows(insertSql, [memberId, sessionId, hash, sealed, service, device])
    await tx.rows(removeOldestSql, [memberId])
    return true
  })
}

/**
 * Binds a browser's subscription to the member's present session, so that the subscription ends with the session.
 * Returns true if the member gets notices in this browser. If the subscription belongs to another member, deletes it
 * and returns false: the other member's orders must not be shown to the one who uses the browser now.
 */
export function bindPushToSession(
  db: Database,
  { memberId, sessionId, subscription }: SignedInBrowser,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { stored, isOpen } = await lockSubscription(tx, { memberId, sessionId, subscription })
    if (!stored || !isSameBrowser(decryptSubscription(stored.sealed), subscription)) return false
    if (stored.memberId !== memberId) {
      await removeSubscription(tx, stored.id)
      return false
    }
    if (isOpen) await tx.rows('UPDATE push_subscriptions SET session_id = $2 WHERE id = $1', [stored.id, sessionId])
    return isOpen
  })
}

/** Turns off a member's notices in a browser; does nothing if they are off. */
export async function turnOffPush(db: Db, memberId: number, endpoint: string): Promise<void> {
  await removeByEndpoint(db, memberId, endpoint)
}
