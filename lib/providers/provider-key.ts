import { decrypt, encrypt } from '#lib/core/crypto.ts'

const KEY_PURPOSE = 'provider-key'

/** A provider's key as it is stored. */
export const sealKey = (key: string): Buffer => encrypt(KEY_PURPOSE, key)

/** The key itself; null when it was sealed under another AUTH_SECRET. */
export function openKey(sealed: Buffer): string | null {
  try {
    return decrypt(KEY_PURPOSE, sealed)
  } catch {
    return null
  }
}
