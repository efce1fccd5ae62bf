import { batchLookups } from '#lib/core/batch.ts'
import type { Caller, Role } from '#lib/core/call.ts'
import { decrypt, fingerprint } from '#lib/core/crypto.ts'
import { type Db, db } from '#lib/core/db.ts'
import { singleton } from '#lib/core/singleton.ts'
import { accountRestricted } from '#lib/members/errors.ts'
import { isRestricted, type Restriction } from '#lib/members/restriction/rules.ts'
import { API_KEY_PURPOSE } from './issue-api-key.ts'

type StoredHolder = Restriction & { keyHash: Buffer; memberId: number; loginId: string; role: Role }

type KeyHolder = { caller: Caller; restricted: boolean }

async function loadHolders(hashes: string[]): Promise<Map<string, KeyHolder>> {
  const rows = await db().rows<StoredHolder>(
    `SELECT k.key_hash, m.id AS member_id, m.login_id, m.role, m.restriction, m.restricted_until
     FROM api_keys k JOIN members m ON m.id = k.member_id
     WHERE k.key_hash = ANY ($1::bytea[]) AND m.deleted_at IS NULL`,
    [hashes.map((hash) => Buffer.from(hash, 'hex'))],
  )
  return new Map(
    rows.map(({ keyHash, memberId, loginId, role, ...restriction }) => [
      keyHash.toString('hex'),
      { caller: { memberId, loginId, role, via: 'api-key', sessionId: null }, restricted: isRestricted(restriction) },
    ]),
  )
}

/**
 * Caller that an API key belongs to; null if the key is unknown. Reads the database on every call, so that a renewed
 * key and a restriction take effect at once (docs/contract.md#api-keys).
 * @throws RESTRICTED the member is restricted
 */
export async function callerOfApiKey(key: string): Promise<Caller | null> {
  const ask = singleton('key-holders', () => batchLookups(loadHolders))
  const holder = await ask(fingerprint(API_KEY_PURPOSE, key).toString('hex'))
  if (holder?.restricted) throw accountRestricted()
  return holder?.caller ?? null
}

/** API key of the member, decrypted; null if the member has none. */
export async function apiKeyOf(handle: Db, memberId: number): Promise<string | null> {
  const [row] = await handle.rows<{ encrypted: Buffer }>('SELECT encrypted FROM api_keys WHERE member_id = $1', [
    memberId,
  ])
  return row ? decrypt(API_KEY_PURPOSE, row.encrypted) : null
}
