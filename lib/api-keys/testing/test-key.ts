import { encrypt } from '#lib/core/crypto.ts'
import { db } from '#lib/core/db.ts'
import { API_KEY_PURPOSE, generateApiKey } from '../issue-api-key.ts'

/** Makes a test key for a member without a session. Returns the key. */
export async function giveTestKey(memberId: number, name = '테스트'): Promise<string> {
  const { key, hash, tail } = generateApiKey(true)
  await db().rows(
    'INSERT INTO api_keys (member_id, name, key_hash, tail, is_test, encrypted) VALUES ($1, $2, $3, $4, true, $5)',
    [memberId, name, hash, tail, encrypt(API_KEY_PURPOSE, key)],
  )
  return key
}
