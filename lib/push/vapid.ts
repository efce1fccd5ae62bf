import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { clock } from '#lib/core/clock.ts'
import { deriveKeys } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'

const CURVE = 'prime256v1'
/**
 * Seconds for which a token is valid. Each request gets a new token, so the 24 hours that push services allow aren't
 * needed.
 */
const TOKEN_SECONDS = 3_600

type VapidKey = { publicKey: string; privateKey: KeyObject }

/**
 * Derives the shop's key pair from the secret with this index: 0 is AUTH_SECRET, 1 the value that it had before. If a
 * derived value isn't a valid private key (one in about 2^32), derives the next one.
 */
function derivePair(secretIndex: number, attempt = 0) {
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(deriveKeys(`push-vapid-${attempt}`)[secretIndex] ?? Buffer.alloc(0))
    return pair
  } catch {
    return derivePair(secretIndex, attempt + 1)
  }
}

function makeKey(secretIndex: number): VapidKey {
  const pair = derivePair(secretIndex)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const d = pair.getPrivateKey().toString('base64url').padStart(43, 'A')
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ format: 'jwk', key: jwk }) }
}

/**
 * The shop's key pair made from AUTH_SECRET (0), or from one of its former values (1 and up): browsers that subscribed
 * before AUTH_SECRET was changed need the pair of that time.
 */
const vapidKey = (secretIndex = 0): VapidKey => singleton(`push-vapid-${secretIndex}`, () => makeKey(secretIndex))

/** The shop's public key (base64url), with which browsers subscribe, so that only this shop can send to them. */
export const vapidPublicKey = (): string => vapidKey().publicKey

/**
 * Index of the secret that a public key of the shop is made from; -1 if it is none of the shop's. While AUTH_SECRET is
 * being replaced, a browser may subscribe with the key of one process and report to another, which has another key.
 */
export const secretIndexOfPublicKey = (publicKey: string): number =>
  deriveKeys('push-vapid-0').findIndex((_, secretIndex) => vapidKey(secretIndex).publicKey === publicKey)

/**
 * The `Authorization` header by which a push service recognizes the shop (RFC 8292). `secretIndex`: the secret under
 * which the subscription is stored; that secret's key pair signs.
 */
export async function vapidHeader(endpoint: string, secretIndex = 0): Promise<string> {
  const { PUBLIC_URL } = env()
  // Contact for the operator of the push service. It is missing in a demo, which has no public URL.
  const contact = PUBLIC_URL.startsWith('https:') ? { sub: PUBLIC_URL } : {}
  const token = await new SignJWT(contact)
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(clock.now().getTime() / 1_000) + TOKEN_SECONDS)
    .sign(vapidKey(secretIndex).privateKey)
  return `vapid t=${token}, k=${vapidKey(secretIndex).publicKey}`
}
