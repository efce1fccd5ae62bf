import { decrypt, encrypt } from '#lib/core/crypto.ts'
import type { ConnectionValues } from './rules.ts'

/** The key that encrypts connections' secrets is derived from this name; each kind of secret has a name of its own. */
export const CONNECTION_KEY_PURPOSE = 'connection-key'

/** Encrypts the secrets of a connection for storage. */
export const sealSecrets = (secrets: ConnectionValues): Buffer =>
  encrypt(CONNECTION_KEY_PURPOSE, JSON.stringify(secrets))

/** Decrypts stored secrets; null if they were encrypted under another AUTH_SECRET. */
export function openSecrets(sealed: Buffer): ConnectionValues | null {
  try {
    return JSON.parse(decrypt(CONNECTION_KEY_PURPOSE, sealed)) as ConnectionValues
  } catch {
    return null
  }
}
