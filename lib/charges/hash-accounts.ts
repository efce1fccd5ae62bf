import { decrypt, fingerprint, fingerprints } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { REFUND_PURPOSE } from './queries/refunds.ts'
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

/** A refund request without a hash; `account` is encrypted. */
type UnhashedRefund = { id: number; account: Buffer }

/**
 * Adds hashes to refund requests made before the column account_hash existed, one batch per call, until none is left.
 * Returns the number of requests in the batch. Calling it again does no harm.
 */
export async function hashRefundAccounts(db: Db): Promise<number> {
  const rows = await db.rows<UnhashedRefund>(
    "SELECT id, account FROM refund_requests WHERE account_hash IS NULL AND account <> '' ORDER BY id LIMIT $1",
    [REQUESTS_PER_BATCH],
  )
  for (const { id, account } of rows) {
    // The condition on the account skips requests whose account has been erased since they were read.
    await db.rows("UPDATE refund_requests SET account_hash = $2 WHERE id = $1 AND account <> ''", [
      id,
      bankAccountHash(decrypt(REFUND_PURPOSE, account)),
    ])
  }
  return rows.length
}
