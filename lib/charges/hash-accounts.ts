import { decrypt, fingerprint } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { REFUND_PURPOSE } from './queries/refunds.ts'
import { plainNumber } from './rules.ts'

const HASH_PURPOSE = 'refund-account-hash'
const REQUESTS_PER_BATCH = 500

/**
 * Keyed hash of an account number, without its dashes: equal accounts have equal hashes. The bank's name isn't part of
 * it: it is free text, so a different spelling would hide that two accounts are equal.
 */
export const accountHash = (account: string): Buffer => fingerprint(HASH_PURPOSE, plainNumber(account))

type UnhashedRefund = { id: number; account: Buffer }

/**
 * Adds hashes to refund requests made before the column account_hash existed, one batch per call. Returns their number;
 * may be repeated safely.
 */
export async function hashRefundAccounts(db: Db): Promise<number> {
  const rows = await db.rows<UnhashedRefund>(
    "SELECT id, account FROM refund_requests WHERE account_hash IS NULL AND account <> '' ORDER BY id LIMIT $1",
    [REQUESTS_PER_BATCH],
  )
  for (const { id, account } of rows) {
    // The condition skips accounts that the retention policy erased in the meantime.
    await db.rows("UPDATE refund_requests SET account_hash = $2 WHERE id = $1 AND account <> ''", [
      id,
      accountHash(decrypt(REFUND_PURPOSE, account)),
    ])
  }
  return rows.length
}
