import { createECDH } from 'node:crypto'
import { decryptWithSecretIndex, encrypt, possibleFingerprints } from '#lib/core/crypto.ts'
import type { BrowserSubscription } from './schema.ts'

/** Purpose (lib/core/crypto.ts) for deriving the keys that hash endpoints and encrypt subscriptions. */
const PURPOSE = 'push-subscription'

/**
 * Hashes of an endpoint, by which its subscription is looked up: made with AUTH_SECRET, then with its former values. A
 * new subscription is stored under the first hash. The endpoint itself is only stored encrypted, because anybody who
 * knows it could send messages to the browser.
 */
export const hashesOfEndpoint = (endpoint: string): Buffer[] => possibleFingerprints(PURPOSE, endpoint)

/**
 * Encrypts a subscription for the database. `secretIndex`: the secret from which the key pair is derived that the
 * browser subscribed with.
 */
export const encryptSubscription = (
  { endpoint, keys: { p256dh, auth } }: BrowserSubscription,
  secretIndex: number,
): Buffer => encrypt(PURPOSE, JSON.stringify({ endpoint, keys: { p256dh, auth } }), secretIndex)

/**
 * Decrypts a stored subscription.
 * @throws Error neither AUTH_SECRET nor one of its former values decrypts it
 */
export const decryptSubscription = (sealed: Buffer): BrowserSubscription =>
  decryptSubscriptionWithSecretIndex(sealed).subscription

/**
 * A decrypted subscription. `secretIndex`: the secret under which it is stored, 0 for AUTH_SECRET, 1 for the value that
 * it had before.
 */
export type DecryptedSubscription = { subscription: BrowserSubscription; secretIndex: number }

/**
 * Decrypts a stored subscription. Also returns the secret under which it is stored: the browser subscribed with the key
 * pair derived from the same secret.
 */
export function decryptSubscriptionWithSecretIndex(sealed: Buffer): DecryptedSubscription {
  const { text, secret } = decryptWithSecretIndex(PURPOSE, sealed)
  return { subscription: JSON.parse(text), secretIndex: secret }
}

const bytesOf = (value: string): Buffer => Buffer.from(value, 'base64url')

/** True if both subscriptions have the same `auth` secret, which only one browser and the shop know. */
export const isSameBrowser = (a: BrowserSubscription, b: BrowserSubscription): boolean =>
  bytesOf(a.keys.auth).equals(bytesOf(b.keys.auth))

/** True if the browser's public key is a point of the curve P-256: messages can't be encrypted with any other key. */
export function hasUsableKey({ keys: { p256dh } }: BrowserSubscription): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return pair.computeSecret(bytesOf(p256dh)).length > 0
  } catch {
    return false
  }
}
