import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from './env.ts'
import { singleton } from './singleton.ts'

/** Derives a key from AUTH_SECRET, a different one for each purpose. */
export function derivedKey(purpose: string): Buffer {
  return singleton(`key:${purpose}`, () => Buffer.from(hkdfSync('sha256', env().AUTH_SECRET, '', purpose, 32)))
}

/**
 * Keyed hash (32 bytes) by which a secret can be found without storing it: equal inputs have equal hashes, which are
 * useless without AUTH_SECRET.
 */
export function fingerprint(purpose: string, value: string): Buffer {
  const key = singleton(`hmac:${purpose}`, () => createSecretKey(derivedKey(purpose)))
  return createHmac('sha256', key).update(value).digest()
}

export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with AES-256-GCM and the key of `purpose`. Returns nonce, tag and ciphertext, as `decrypt` takes
 * them.
 */
export function encrypt(purpose: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

export function decrypt(purpose: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(purpose), sealed.subarray(0, IV_BYTES))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

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
