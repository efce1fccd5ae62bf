import { batchLookups } from '#lib/core/batch-lookups.ts'
import type { Caller, Role } from '#lib/core/call.ts'
import { decrypt, possibleFingerprints } from '#lib/core/crypto.ts'
import { type Db, db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { singleton } from '#lib/core/singleton.ts'
import { accountRestricted } from '#lib/members/errors.ts'
import { isRestricted, type Restriction } from '#lib/members/restriction/rules.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { capDaySql } from './daily-cap.ts'
import { frozenApiKey } from './errors.ts'
import { API_KEY_PURPOSE, keyPrefixOf } from './issue-api-key.ts'
import { callerOfPublicKey } from './public-key-caller.ts'
import { type KeyUse, refuseKeyUse } from './refuse-key-use.ts'
import { type KeyScope, maskKeyFromTail } from './rules.ts'
import type { ApiKeyRow } from './schema.ts'

type StoredHolder = Restriction & {
  hash: Buffer
  id: number
  scopes: KeyScope[]
  addresses: string[]
  frozen: boolean
  isTest: boolean
  isUseOutdated: boolean
  memberId: number
  loginId: string
  role: Role
}

/** The holder of an API key as a caller, whether he is restricted, and whether the key is frozen. */
type KeyHolder = { caller: Caller; restricted: boolean; frozen: boolean }

/**
 * SQL condition: a key's stored time of last use is more than ten minutes old. Only then is the time updated, which
 * saves writes.
 */
const unusedFor10MinutesSql = `coalesce(last_used_at, '-infinity') < now() - interval '10 minutes'`

/**
 * Stores the present time as the last use of these keys. Doesn't wait for the statement: if it fails, the stored time
 * is only less exact.
 */
function storeLastUse(ids: number[]): void {
  if (ids.length === 0) return
  db()
    .rows(
      `UPDATE api_keys SET last_used_at = now() WHERE id IN (
         SELECT id FROM api_keys WHERE id = ANY ($1::int[]) AND ${unusedFor10MinutesSql} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [ids],
    )
    .catch((error) => log.error('the use of api-keys could not be noted', { error }))
}

/** Holders of API keys, by the key's hash in hexadecimal. */
async function loadHolders(hashes: string[]): Promise<Map<string, KeyHolder>> {
  const rows = await db().rows<StoredHolder>(
    `SELECT w.hash, k.id, k.scopes, k.addresses, k.frozen_at IS NOT NULL AS frozen, k.is_test, ${unusedFor10MinutesSql} AS is_use_outdated,
       m.id AS member_id, m.login_id, m.role, m.restriction, m.restricted_until
     FROM unnest($1::bytea[]) AS w (hash) CROSS JOIN LATERAL (
       SELECT * FROM api_keys WHERE key_hash = w.hash
       UNION ALL SELECT * FROM api_keys WHERE former_hash = w.hash AND former_until > now()
     ) k JOIN members m ON m.id = k.member_id
     WHERE m.deleted_at IS NULL`,
    [hashes.map((hash) => Buffer.from(hash, 'hex'))],
  )
  storeLastUse(rows.filter(({ isUseOutdated }) => isUseOutdated).map(({ id }) => id))
  return new Map(
    rows.map(
      ({ hash, id, scopes, addresses, frozen, isTest, memberId, loginId, role, isUseOutdated: _, ...restriction }) => {
        // Rate limits count all test keys of a member together (`countedAs`), so that more keys don't allow more calls.
        const test = isTest && { test: true, countedAs: `sandbox:${memberId}` }
        const apiKey = { id, scopes, addresses, ...test }
        const caller: Caller = { memberId, loginId, role, via: 'api-key', sessionId: null, apiKey }
        return [hash.toString('hex'), { caller, restricted: isRestricted(restriction), frozen }]
      },
    ),
  )
}

const hashAgainSql = `
  UPDATE api_keys SET key_hash = CASE WHEN key_hash = $1 THEN $2 ELSE key_hash END,
    former_hash = CASE WHEN former_hash = $1 THEN $2 ELSE former_hash END
  WHERE key_hash = $1 OR former_hash = $1`

/**
 * Looks up a key by its hash made with the shop's secret AUTH_SECRET, then by the hashes made with its fallbacks
 * (former values). If a fallback's hash finds the key, replaces it by the hash made with AUTH_SECRET, so that the key
 * still works after the fallback is removed.
 */
async function holderOfKey(key: string): Promise<KeyHolder | undefined> {
  const findHolder = singleton('key-holders', () => batchLookups(loadHolders))
  const [presentHash, ...former] = possibleFingerprints(API_KEY_PURPOSE, key)
  const holder = presentHash && (await findHolder(presentHash.toString('hex')))
  if (holder) return holder
  for (const hash of former) {
    const formerHolder = await findHolder(hash.toString('hex'))
    if (formerHolder) await db().rows(hashAgainSql, [hash, presentHash])
    if (formerHolder) return formerHolder
  }
  return undefined
}

/**
 * The caller whom an API key identifies; null if the key is unknown. Reads the database each time, so that renewing or
 * freezing a key and restricting a member take effect at once (docs/contract.md#api-keys).
 * @throws RESTRICTED the member is restricted; FORBIDDEN the key is frozen, or its kind, scopes or addresses don't
 * allow this use
 */
export async function callerOfApiKey(key: string, use: KeyUse): Promise<Caller | null> {
  const visitor = callerOfPublicKey(key, use.address)
  if (visitor) {
    refuseKeyUse(visitor, use)
    return visitor
  }
  const holder = await holderOfKey(key)
  if (holder) use.noteHolder?.(holder.caller)
  if (holder?.restricted) throw accountRestricted()
  if (holder?.frozen) throw frozenApiKey()
  if (holder) refuseKeyUse(holder.caller, use)
  return holder?.caller ?? null
}

/** A decrypted API key; null if it is missing, or if no secret decrypts it any more. */
function decryptedKey(encrypted: Buffer | null | undefined): string | null {
  if (!encrypted) return null
  try {
    return decrypt(API_KEY_PURPOSE, encrypted)
  } catch {
    log.warn('an api-key could not be decrypted: was AUTH_SECRET changed?')
    return null
  }
}

/**
 * First API key of the member, decrypted; null if he has none, or none that can be decrypted. A key can't be decrypted
 * if the secret that it was encrypted with is no longer configured. It doesn't work any more either, and the member can
 * issue another.
 */
export async function readFirstApiKey(handle: Db, memberId: number): Promise<string | null> {
  const [row] = await handle.rows<{ encrypted: Buffer | null }>(
    'SELECT encrypted FROM api_keys WHERE member_id = $1 AND is_first',
    [memberId],
  )
  return decryptedKey(row?.encrypted)
}

/** Fields of `ApiKeyRow` that are computed from stored values. */
type ComputedField =
  | 'masked'
  | 'dailyCap'
  | 'spentToday'
  | 'createdAt'
  | 'lastUsedAt'
  | 'formerUntil'
  | 'test'
  | 'apiKey'

type StoredKey = Omit<ApiKeyRow, ComputedField> & {
  tail: string
  isTest: boolean
  encrypted: Buffer | null
  dailyCap: Points | null
  spent: Points | null
  createdAt: Date
  lastUsedAt: Date | null
  formerUntil: Date | null
}

const toRow = ({
  tail,
  isTest,
  encrypted,
  dailyCap,
  spent,
  createdAt,
  lastUsedAt,
  formerUntil,
  ...row
}: StoredKey): ApiKeyRow => {
  const testKey = isTest ? decryptedKey(encrypted) : null
  return {
    ...row,
    test: isTest,
    masked: maskKeyFromTail(keyPrefixOf(isTest), tail),
    dailyCap: pointsToNumber(dailyCap ?? 0n),
    spentToday: pointsToNumber(spent ?? 0n),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    formerUntil: formerUntil?.toISOString() ?? null,
    ...(testKey !== null && { apiKey: testKey }),
  }
}

/** A member's API keys: his first key first, test keys last. With `id`, only the key with this id. */
export async function listApiKeys(handle: Db, memberId: number, id: number | null = null): Promise<ApiKeyRow[]> {
  const rows = await handle.rows<StoredKey>(
    `SELECT k.id, k.name, k.is_first, k.tail, k.scopes, k.addresses, k.frozen_at IS NOT NULL AS frozen, k.created_at,
       k.last_used_at, CASE WHEN k.former_until > now() THEN k.former_until END AS former_until, c.daily_cap,
       CASE WHEN c.day = ${capDaySql} THEN c.spent END AS spent, k.is_test, CASE WHEN k.is_test THEN k.encrypted END AS encrypted
     FROM api_keys k LEFT JOIN api_key_caps c ON c.key_id = k.id
     WHERE k.member_id = $1 AND ($2::int IS NULL OR k.id = $2) ORDER BY k.is_first DESC, k.is_test, k.id`,
    [memberId, id],
  )
  return rows.map(toRow)
}
