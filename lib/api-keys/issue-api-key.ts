import { encrypt, fingerprint, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'

/** Purpose (lib/core/crypto.ts) for deriving the keys that hash and encrypt API keys. */
export const API_KEY_PURPOSE = 'api-key'
const LIVE_PREFIX = 'sk_live_'
export const TEST_KEY_PREFIX = 'sk_test_'
/** Number of random characters after the prefix of a key. */
export const KEY_RANDOM_LENGTH = 40
const TAIL_LENGTH = 4

/** Prefix of a key; test keys have a prefix of their own. */
export const keyPrefixOf = (isTest: boolean): string => (isTest ? TEST_KEY_PREFIX : LIVE_PREFIX)

/**
 * Generates an API key. Also returns the hash by which the key is looked up, and its last characters (`tail`), by which
 * people recognize it in a list.
 */
export function generateApiKey(isTest = false): { key: string; hash: Buffer; tail: string } {
  const key = keyPrefixOf(isTest) + randomCharacters(KEY_RANDOM_LENGTH)
  return { key, hash: fingerprint(API_KEY_PURPOSE, key), tail: key.slice(-TAIL_LENGTH) }
}

/**
 * Stores a new first API key for the member and returns it. An existing first key is replaced and stops working
 * (docs/contract.md#api-keys).
 */
export async function issueApiKey(db: Db, memberId: number): Promise<string> {
  const { key, hash, tail } = generateApiKey()
  await db.rows(
    `INSERT INTO api_keys (member_id, is_first, key_hash, encrypted, tail) VALUES ($1, true, $2, $3, $4)
     ON CONFLICT (member_id) WHERE is_first DO UPDATE SET key_hash = excluded.key_hash, encrypted = excluded.encrypted,
       tail = excluded.tail, former_hash = NULL, former_until = NULL, created_at = now(), last_used_at = NULL`,
    [memberId, hash, encrypt(API_KEY_PURPOSE, key), tail],
  )
  return key
}
