import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { subscriptionTaken, unknownPushService } from './errors.ts'
import type { Subscription } from './schema.ts'
import { serviceOfEndpoint } from './service-of-endpoint.ts'
import {
  hashOfEndpoint,
  isSameBrowser,
  isUsableKey,
  openSubscription,
  sealSubscription,
} from './stored-subscription.ts'

/** Maximum number of browsers in which one member gets notices; one more replaces the oldest. */
export const MAX_BROWSERS = 10

/** A subscription sent by a browser, with the member and session signed in there. */
export type Browser = { memberId: number; sessionId: string; subscription: Subscription }

type StoredBrowser = { id: number; memberId: number; sealed: Buffer }

/**
 * Reads the stored subscription with this endpoint, and takes a lock that lets only one transaction at a time change
 * subscriptions.
 */
async function lockSubscription(tx: Db, endpoint: string): Promise<StoredBrowser | undefined> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('push-subscriptions'))")
  const [row] = await tx.rows<StoredBrowser>(
    'SELECT id, member_id, sealed FROM push_subscriptions WHERE endpoint_hash = $1',
    [hashOfEndpoint(endpoint)],
  )
  return row
}

const removeSubscription = (tx: Db, id: number) => tx.rows('DELETE FROM push_subscriptions WHERE id = $1', [id])

// FOR SHARE waits for a transaction that is ending the session: no subscription may be added to an ended session,
// because nothing would ever remove it.
const insertSql = `
  INSERT INTO push_subscriptions (member_id, session_id, endpoint_hash, sealed, service, device)
  SELECT $1, s.id, $3, $4, $5, $6 FROM sessions s
  WHERE s.id = $2 AND s.member_id = $1 AND s.revoked_at IS NULL FOR SHARE OF s
  RETURNING id`

// Deleting a subscription also deletes the messages that wait for it.
const removeOldestSql = `
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE member_id = $1 ORDER BY created_at DESC, id DESC OFFSET ${MAX_BROWSERS}
  )`

/** Deletes the member's subscription with this endpoint. Returns false if he has none. */
async function removeReplaced(tx: Db, memberId: number, endpoint: string): Promise<boolean> {
  const sql = 'DELETE FROM push_subscriptions WHERE endpoint_hash = $1 AND member_id = $2 RETURNING id'
  return (await tx.rows(sql, [hashOfEndpoint(endpoint), memberId])).length > 0
}

/**
 * Turns on a member's notices in a browser. If another member had turned his on there, they end, together with his
 * waiting messages, provided that the caller knows the subscription's secret, as only that browser does. With
 * `replaces` the subscription takes the place of the member's with that endpoint; returns false if he has none.
 * @throws BAD_INPUT not an endpoint of a known push service, or an unusable key; CONFLICT the endpoint is another
 *   member's, and its secret differs; UNAUTHENTICATED the session has ended
 */
export async function turnOnPush(
  db: Database,
  { memberId, sessionId, subscription, device, replaces }: Browser & { device: string; replaces?: string | undefined },
  anyHost = env().ALLOW_PRIVATE_PUSH,
): Promise<boolean> {
  const service = serviceOfEndpoint(subscription.endpoint, anyHost)
  if (service === null || !isUsableKey(subscription)) throw unknownPushService()
  return db.transaction(async (tx) => {
    const stored = await lockSubscription(tx, subscription.endpoint)
    const isOthers = stored !== undefined && stored.memberId !== memberId
    if (isOthers && !isSameBrowser(openSubscription(stored.sealed), subscription)) throw subscriptionTaken()
    if (replaces !== undefined && !(await removeReplaced(tx, memberId, replaces))) return false
    if (stored) await removeSubscription(tx, stored.id)
    const hash = hashOfEndpoint(subscription.endpoint)
    const sealed = sealSubscription(subscription)
    const inserted = await tx.rows(insertSql, [memberId, sessionId, hash, sealed, service, device])
    if (inserted.length === 0) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
    await tx.rows(removeOldestSql, [memberId])
    return true
  })
}

/**
 * Binds the subscription of a browser to the member's present session, with which it will end, and returns whether he
 * gets notices there. If the subscription is another member's it is deleted: his orders must not be shown to whoever
 * uses the browser now.
 */
export function bindPushToSession(db: Database, { memberId, sessionId, subscription }: Browser): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stored = await lockSubscription(tx, subscription.endpoint)
    if (!stored || !isSameBrowser(openSubscription(stored.sealed), subscription)) return false
    if (stored.memberId !== memberId) {
      await removeSubscription(tx, stored.id)
      return false
    }
    const seen = await tx.rows(
      `UPDATE push_subscriptions p SET session_id = s.id
       FROM (SELECT id FROM sessions WHERE id = $2 AND member_id = $3 AND revoked_at IS NULL FOR SHARE) AS s
       WHERE p.id = $1 RETURNING p.id`,
      [stored.id, sessionId, memberId],
    )
    return seen.length > 0
  })
}

/** Turns off a member's notices in a browser; does nothing if they are off. */
export async function turnOffPush(db: Db, memberId: number, endpoint: string): Promise<void> {
  await removeReplaced(db, memberId, endpoint)
}
