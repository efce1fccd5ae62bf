import { decrypt, encrypt } from '#lib/core/crypto.ts'
import type { ConnectionValues } from './rules.ts'

/**
 * Purpose of the key that encrypts the secrets of connections. For each purpose, a different key is derived from
 * AUTH_SECRET.
 */
export const CONNECTION_KEY_PURPOSE = 'connection-key'

/** Encrypts the secrets of a connection for storage. */
export const encryptSecrets = (secrets: ConnectionValues): Buffer =>
  encrypt(CONNECTION_KEY_PURPOSE, JSON.stringify(secrets))

/** Decrypts stored secrets; null if neither AUTH_SECRET nor one of its former values decrypts them. */
export function decryptSecrets(sealed: Buffer): ConnectionValues | null {
  try {
    return JSON.parse(decrypt(CONNECTION_KEY_PURPOSE, sealed)) as ConnectionValues
  } catch {
    return null
  }
}
