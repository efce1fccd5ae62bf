import { limitAccountChanges } from '#lib/audit/limit-account-changes.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Caller } from '#lib/core/call.ts'
import { encrypt } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'
import { unknownApiKey } from './errors.ts'
import { API_KEY_PURPOSE, generateApiKey } from './issue-api-key.ts'
import { lockMemberOfSession } from './lock-member-of-session.ts'
import { listApiKeys } from './queries.ts'
import type { ShownApiKey } from './schema.ts'

/**
 * Replaces a member's API key by a new key of the same kind, with the same name, scopes, addresses and cap. Returns the
 * new key. The replaced key continues to work for `overlapHours`, so that programs can change over one by one. A key
 * replaced by an earlier rotation stops working at once.
 * @throws UNAUTHENTICATED the session ended concurrently; NOT_FOUND the member has no such key; TOO_MANY_REQUESTS
 */
export function rotateApiKey(
  db: Database,
  caller: Caller,
  { id, overlapHours, address }: { id: number; overlapHours: number; address: string },
): Promise<ShownApiKey> {
  const { memberId } = caller
  return db.transaction(async (tx) => {
    await lockMemberOfSession(tx, caller)
    await limitAccountChanges(tx, memberId)
    const [former] = await tx.rows<{ isTest: boolean }>(
      'SELECT is_test FROM api_keys WHERE id = $1 AND member_id = $2',
      [id, memberId],
    )
    if (!former) throw unknownApiKey()
    const { key, hash, tail } = generateApiKey(former.isTest)
    await tx.rows(
      `UPDATE api_keys SET key_hash = $3, tail = $4, encrypted = CASE WHEN is_first OR is_test THEN $5::bytea END,
         former_hash = CASE WHEN $6::int > 0 THEN key_hash END,
         former_until = CASE WHEN $6::int > 0 THEN now() + $6::int * interval '1 hour' END
       WHERE id = $1 AND member_id = $2`,
      [id, memberId, hash, tail, encrypt(API_KEY_PURPOSE, key), overlapHours],
    )
    await recordAccountEvent(tx, { memberId, kind: 'API_KEY_RENEWED', address, details: { keyId: id } })
    const [row] = await listApiKeys(tx, memberId, id)
    return { ...(row as ShownApiKey), apiKey: key }
  })
}
