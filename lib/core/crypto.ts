import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from './env.ts'
import { singleton } from './singleton.ts'

/**
 * Keys for one purpose, such as signing session tokens: first the key derived from AUTH_SECRET, then those derived from
 * AUTH_SECRET_FALLBACKS, which are still accepted while AUTH_SECRET is being replaced (docs/security.md#rotation).
 */
export function deriveKeys(purpose: string): readonly [Buffer, ...Buffer[]] {
  return singleton(`keys:${purpose}`, () => {
    const { AUTH_SECRET, AUTH_SECRET_FALLBACKS } = env()
    const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    return [derive(AUTH_SECRET), ...AUTH_SECRET_FALLBACKS.map(derive)]
  })
}

/** The key for one purpose that is derived from AUTH_SECRET. */
export const deriveKey = (purpose: string): Buffer => deriveKeys(purpose)[0]

export const hmacSha256 = (key: KeyObject | Buffer, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest()

const hmacKeys = (purpose: string): KeyObject[] =>
  singleton(`hmac:${purpose}`, () => deriveKeys(purpose).map((key) => createSecretKey(key)))

/**
 * Keyed hash (32 bytes) by which a secret can be found without storing it: equal inputs have equal hashes, which are
 * useless without AUTH_SECRET. To find a stored hash, look for all `possibleFingerprints` of the value, since the hash
 * may have been stored before AUTH_SECRET was replaced.
 */
export function fingerprint(purpose: string, value: string): Buffer {
  const [key] = hmacKeys(purpose)
  if (!key) throw new Error('no key was derived')
  return hmacSha256(key, value)
}

/** Every `fingerprint` under which a value may have been stored: with AUTH_SECRET, then with its fallbacks. */
export const possibleFingerprints = (purpose: string, value: string): Buffer[] =>
  hmacKeys(purpose).map((key) => hmacSha256(key, value))

export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')

export const isSameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with AES-256-GCM and the key of `purpose`. Returns nonce, tag and ciphertext, as `decrypt` takes
 * them. `secret` is the index of the secret that the key is derived from: 0 for AUTH_SECRET, 1 for its first fallback.
 */
export function encrypt(purpose: string, text: string, secret = 0): Buffer {
  const key = deriveKeys(purpose)[secret]
  if (!key) throw new Error('there is no such secret')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decryptWith(key: Buffer, encrypted: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/**
 * Decrypts a text. Also returns the index of the secret under which it was encrypted (`secret`): 0 for AUTH_SECRET, 1
 * for its first fallback.
 * @throws if the text was encrypted neither under AUTH_SECRET nor under one of its fallbacks
 */
export function decryptWithSecretIndex(purpose: string, encrypted: Buffer): { text: string; secret: number } {
  let fault: unknown
  for (const [secret, key] of deriveKeys(purpose).entries())
    try {
      return { text: decryptWith(key, encrypted), secret }
    } catch (error) {
      fault = error
    }
  throw fault
}

/** @throws if the text was encrypted neither under AUTH_SECRET nor under one of its fallbacks */
export const decrypt = (purpose: string, encrypted: Buffer): string => decryptWithSecretIndex(purpose, encrypted).text

/** `length` random characters of `alphabet`, each equally likely. */
export function randomCharacters(
  length: number,
  alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}
