import { createECDH } from 'node:crypto'
import { decrypt, encrypt, fingerprint } from '#lib/core/crypto.ts'
import type { Subscription } from './schema.ts'

/** Purpose of the keys by which endpoints are found and subscriptions encrypted. */
const PURPOSE = 'push-subscription'

/** An endpoint as it is looked up. Whoever knows the endpoint itself could send to the browser. */
export const hashOfEndpoint = (endpoint: string): Buffer => fingerprint(PURPOSE, endpoint)

export const sealSubscription = ({ endpoint, keys: { p256dh, auth } }: Subscription): Buffer =>
  encrypt(PURPOSE, JSON.stringify({ endpoint, keys: { p256dh, auth } }))

/** @throws if it was encrypted under another AUTH_SECRET */
export const openSubscription = (sealed: Buffer): Subscription => JSON.parse(decrypt(PURPOSE, sealed))

const bytes = (value: string): Buffer => Buffer.from(value, 'base64url')

/** True if both have the same secret, which only that browser and the shop know. */
export const isSameBrowser = (a: Subscription, b: Subscription): boolean =>
  bytes(a.keys.auth).equals(bytes(b.keys.auth))

/** True if the public key is a point of the curve, so that a message can be encrypted to it. */
export function isUsableKey({ keys: { p256dh } }: Subscription): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return pair.computeSecret(bytes(p256dh)).length > 0
  } catch {
    return false
  }
}
