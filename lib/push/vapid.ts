import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { clock } from '#lib/core/clock.ts'
import { derivedKeys } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'

const CURVE = 'prime256v1'
/** Seconds for which a token is valid. Push services accept up to 24 hours, but each request has a token of its own. */
const TOKEN_SECONDS = 3_600

type VapidKey = { publicKey: string; privateKey: KeyObject }

/**
 * The shop's key pair, with a private key derived from AUTH_SECRET like the keys of all other purposes. One in 2^32
 * derived values is no valid private key; then the next one is derived.
 */
function derivePair(secret: number, attempt = 0) {
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(derivedKeys(`push-vapid-${attempt}`)[secret] ?? Buffer.alloc(0))
    return pair
  } catch {
    return derivePair(secret, attempt + 1)
  }
}

function makeKey(secret: number): VapidKey {
  const pair = derivePair(secret)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const d = pair.getPrivateKey().toString('base64url').padStart(43, 'A')
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ format: 'jwk', key: jwk }) }
}

/** The key pair of AUTH_SECRET (0), or of one of its fallbacks, with which browsers subscribed before. */
const vapidKey = (secret = 0): VapidKey => singleton(`push-vapid-${secret}`, () => makeKey(secret))

/** The shop's public key (base64url), with which a browser subscribes: only this shop can send to the subscription. */
export const publicKey = (): string => vapidKey().publicKey

/**
 * The `Authorization` header by which a push service knows the shop (RFC 8292), signed with the key pair of the secret
 * under which the subscription was stored.
 */
export async function vapidHeader(endpoint: string, secret = 0): Promise<string> {
  const { PUBLIC_URL } = env()
  // Contact for the push service's operator. A demo has no public address to give.
  const contact = PUBLIC_URL.startsWith('https:') ? { sub: PUBLIC_URL } : {}
  const token = await new SignJWT(contact)
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(clock.now().getTime() / 1_000) + TOKEN_SECONDS)
    .sign(vapidKey(secret).privateKey)
  return `vapid t=${token}, k=${vapidKey(secret).publicKey}`
}
