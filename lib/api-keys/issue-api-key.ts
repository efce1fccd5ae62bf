import { encrypt, fingerprint, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

export const API_KEY_PURPOSE = 'api-key'
const KEY_PREFIX = 'ps_'
const RANDOM_LENGTH = 40

/**
 * Stores a new API key for the member and returns it. The same statement replaces the previous key, which stops working
 * (docs/contract.md#api-keys).
 */
export async function issueApiKey(db: Db, memberId: number): Promise<string> {
  const key = KEY_PREFIX + randomCharacters(RANDOM_LENGTH)
  await db.rows(
    `INSERT INTO api_keys (member_id, key_hash, encrypted) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO UPDATE SET key_hash = excluded.key_hash, encrypted = excluded.encrypted, created_at = now()`,
    [memberId, fingerprint(API_KEY_PURPOSE, key), encrypt(API_KEY_PURPOSE, key)],
  )
  return key
}
