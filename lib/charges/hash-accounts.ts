import { fingerprint, possibleFingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { decryptCashRefundAccount } from './refund-account.ts'
import { plainNumber } from './rules.ts'

const HASH_PURPOSE = 'refund-account-hash'
const REQUESTS_PER_BATCH = 500

/**
 * Keyed hash of the bank account number in a cash refund request. Two requests to the same account have the same hash,
 * although the stored numbers are encrypted. Dashes and spaces are ignored. The bank's name isn't hashed: it is free
 * text, so the same bank may be spelled in two ways.
 */
export const accountNumberHash = (account: string): Buffer => fingerprint(HASH_PURPOSE, plainNumber(account))

/** All hashes under which an account number may be stored: more than one while AUTH_SECRET is being replaced. */
export const possibleAccountNumberHashes = (account: string): Buffer[] =>
  possibleFingerprints(HASH_PURPOSE, plainNumber(account))

/**
 * The hash for an account number of a new request: the one that it is stored under already, else that of AUTH_SECRET.
 * While AUTH_SECRET is being replaced, two accounts of one person would otherwise be taken for those of two
 * (lib/approvals/own-account.ts).
 */
export async function hashForNewRequest(db: Db, account: string): Promise<Buffer> {
  const [stored] = await db.rows<{ accountHash: Buffer }>(
    'SELECT account_hash FROM refund_requests WHERE account_hash = ANY ($1::bytea[]) LIMIT 1',
    [possibleAccountNumberHashes(account)],
  )
  return stored?.accountHash ?? accountNumberHash(account)
}

/**
 * Stores the hash of a cash refund request's account number, unless the account has been erased since it was read.
 * Requests with the same number that have a hash of a former AUTH_SECRET get the new hash at the same moment, so that
 * they never differ.
 */
export async function storeAccountNumberHash(db: Db, id: number, account: string): Promise<void> {
  const [hash, ...formerHashes] = possibleAccountNumberHashes(account)
  await db.rows(
    `UPDATE refund_requests SET account_hash = $2 WHERE account <> '' AND (id = $1 OR account_hash = ANY ($3::bytea[]))`,
    [id, hash, formerHashes],
  )
}

/** A cash refund request without a hash; `account` is encrypted. */
type UnhashedRefund = { id: number; account: Buffer }

/**
 * `hashed`: number of requests whose hash was added. `lost`: number of requests whose account number can't be decrypted
 * with any configured secret.
 */
export type AccountHashingResult = { hashed: number; lost: number }

/**
 * Adds the hash to all cash refund requests made before the column account_hash existed. Requests whose account number
 * can't be decrypted are only counted. Calling it again does no harm.
 */
export async function hashCashRefundAccounts(db: Db): Promise<AccountHashingResult> {
  const result = { hashed: 0, lost: 0 }
  for (let after = 0; ; ) {
    const rows = await db.rows<UnhashedRefund>(
      "SELECT id, account FROM refund_requests WHERE account_hash IS NULL AND account <> '' AND id > $1 ORDER BY id LIMIT $2",
      [after, REQUESTS_PER_BATCH],
    )
    for (const { id, account } of rows) {
      const number = decryptCashRefundAccount(account)
      result[number === undefined ? 'lost' : 'hashed'] += 1
      if (number !== undefined) await storeAccountNumberHash(db, id, number)
    }
    const last = rows.at(-1)
    if (!last) return result
    after = last.id
  }
}
