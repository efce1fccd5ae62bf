import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { refuseBadAddresses } from './address-range.ts'
import { setCap } from './daily-cap.ts'
import { tooManyApiKeys } from './errors.ts'
import { generateApiKey } from './issue-api-key.ts'
import { lockMember } from './lock-member.ts'
import { apiKeysOf } from './queries.ts'
import { MAX_KEYS } from './rules.ts'
import type { NewApiKeyInput, ShownApiKey } from './schema.ts'

/**
 * Makes another API key of a signed-in member. Only this answer contains the key; the shop stores just its hash.
 * @throws BAD_INPUT an address is neither an IP address nor a range; UNAUTHENTICATED the session ended concurrently;
 *   CONFLICT the member has MAX_KEYS
 */
export function makeApiKey(
  db: Database,
  caller: Caller,
  { name, scopes, addresses, dailyCap, address }: NewApiKeyInput & { address: string },
): Promise<ShownApiKey> {
  refuseBadAddresses(addresses)
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMember(tx, caller)
    const present = await tx.rows('SELECT FROM api_keys WHERE member_id = $1', [memberId])
    if (present.length >= MAX_KEYS) throw tooManyApiKeys()
    const { key, hash, tail } = generateApiKey()
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO api_keys (member_id, name, key_hash, tail, scopes, addresses) VALUES ($1, $2, $3, $4, $5, $6)
       RETURNING id`,
      [memberId, name, hash, tail, [...new Set(scopes)], [...new Set(addresses)]],
    )
    await setCap(tx, id, dailyCap)
    await recordAccountEvent(tx, { memberId, kind: 'API_KEY_ISSUED', address })
    const [row] = await apiKeysOf(tx, memberId, id)
    return { ...(row as ShownApiKey), apiKey: key }
  })
}
