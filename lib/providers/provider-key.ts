import { decrypt, encrypt } from '#lib/core/crypto.ts'

/**
 * Name from which the encryption key for providers' API keys is derived; each kind of secret has a name of its own.
 */
export const PROVIDER_KEY_PURPOSE = 'provider-key'

/** Encrypts a provider's API key for storage. */
export const encryptProviderKey = (key: string): Buffer => encrypt(PROVIDER_KEY_PURPOSE, key)

/** Decrypts a stored API key; null if it was encrypted under another AUTH_SECRET. */
export function decryptProviderKey(sealed: Buffer): string | null {
  try {
    return decrypt(PROVIDER_KEY_PURPOSE, sealed)
  } catch {
    return null
  }
}
