import { fingerprint, fingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { decryptedAccount } from './refund-account.ts'
import { plainNumber } from './rules.ts'

const HASH_PURPOSE = 'refund-account-hash'
const REQUESTS_PER_BATCH = 500

/**
 * Keyed hash of the bank account number of a refund request, by which equal accounts are found although the numbers are
 * encrypted. Dashes are ignored, and so is the bank's name: it is free text, and two spellings of it would hide that
 * the accounts are equal.
 */
export const bankAccountHash = (account: string): Buffer => fingerprint(HASH_PURPOSE, plainNumber(account))

/** Hashes under which an account number may be stored: several while AUTH_SECRET is being replaced. */
export const bankAccountHashes = (account: string): Buffer[] => fingerprints(HASH_PURPOSE, plainNumber(account))

/** Stores the hash of a refund request's account number, unless the account has been erased since it was read. */
export async function storeAccountHash(db: Db, id: number, account: string): Promise<void> {
  await db.rows("UPDATE refund_requests SET account_hash = $2 WHERE id = $1 AND account <> ''", [
    id,
    bankAccountHash(account),
  ])
}

/** A refund request without a hash; `account` is encrypted. */
type UnhashedRefund = { id: number; account: Buffer }

/** `hashed`: count of requests that got their hash; `lost`: count of those whose account number no secret decrypts. */
export type AccountHashing = { hashed: number; lost: number }

/**
 * Adds hashes to all refund requests made before the column account_hash existed, except those whose account number
 * can't be decrypted; these are only counted. Calling it again does no harm.
 */
export async function hashRefundAccounts(db: Db): Promise<AccountHashing> {
  const result = { hashed: 0, lost: 0 }
  for (let after = 0; ; ) {
    const rows = await db.rows<UnhashedRefund>(
      "SELECT id, account FROM refund_requests WHERE account_hash IS NULL AND account <> '' AND id > $1 ORDER BY id LIMIT $2",
      [after, REQUESTS_PER_BATCH],
    )
    for (const { id, account } of rows) {
      const number = decryptedAccount(account)
      result[number === undefined ? 'lost' : 'hashed'] += 1
      if (number !== undefined) await storeAccountHash(db, id, number)
    }
    const last = rows.at(-1)
    if (!last) return result
    after = last.id
  }
}
