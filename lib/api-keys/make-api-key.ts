import { limitAccountChanges } from '#lib/audit/limit-account-changes.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import { encrypt } from '#lib/core/crypto.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { setDailyCap } from './daily-cap.ts'
import { tooManyApiKeys, tooManyTestKeys } from './errors.ts'
import { refuseBadIpAddresses } from './ip-ranges.ts'
import { API_KEY_PURPOSE, generateApiKey } from './issue-api-key.ts'
import { lockMemberOfSession } from './lock-member-of-session.ts'
import { listApiKeys } from './queries.ts'
import { MAX_API_KEYS, MAX_TEST_KEYS } from './rules.ts'
import type { NewApiKeyInput, ShownApiKey } from './schema.ts'

/**
 * Makes a further API key, or a test key, for a signed-in member. Returns the key with its whole text. The shop stores
 * only a hash of the text; for a test key also the encrypted text, so that it can be shown again.
 * @throws BAD_INPUT an address is neither an IP address nor a range; UNAUTHENTICATED the session ended concurrently;
 * CONFLICT the member already has MAX_API_KEYS keys, or MAX_TEST_KEYS test keys; TOO_MANY_REQUESTS
 * (`limitAccountChanges`)
 */
export function makeApiKey(
  db: Database,
  caller: Caller,
  { name, scopes, addresses, dailyCap, test, address }: NewApiKeyInput & { address: string },
): Promise<ShownApiKey> {
  refuseBadIpAddresses(addresses)
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMemberOfSession(tx, caller)
    await limitAccountChanges(tx, memberId)
    const existing = await tx.rows('SELECT FROM api_keys WHERE member_id = $1 AND is_test = $2', [memberId, test])
    if (existing.length >= (test ? MAX_TEST_KEYS : MAX_API_KEYS)) throw test ? tooManyTestKeys() : tooManyApiKeys()
    const { key, hash, tail } = generateApiKey(test)
    const encrypted = test ? encrypt(API_KEY_PURPOSE, key) : null
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO api_keys (member_id, name, key_hash, tail, scopes, addresses, is_test, encrypted)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [memberId, name, hash, tail, [...new Set(scopes)], [...new Set(addresses)], test, encrypted],
    )
    await setDailyCap(tx, id, dailyCap)
    await recordAccountEvent(tx, { memberId, kind: 'API_KEY_ISSUED', address, details: { keyId: id } })
    const [row] = await listApiKeys(tx, memberId, id)
    return { ...(row as ShownApiKey), apiKey: key }
  })
}
