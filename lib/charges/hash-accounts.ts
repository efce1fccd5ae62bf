import { decrypt, fingerprint } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { REFUND_PURPOSE } from './queries/refunds.ts'
import { plainNumber } from './rules.ts'

const HASH_PURPOSE = 'refund-account-hash'
const BATCH = 500

/**
 * Keyed hash of an account number: equal accounts have equal hashes, whatever dashes they were typed with. The bank's name
 * stays out of it: it is free text, so spelling it differently would make the same account look like another one.
 */
export const accountHash = (account: string): Buffer => fingerprint(HASH_PURPOSE, plainNumber(account))

type Unhashed = { id: number; account: Buffer }

/** Fills in the hashes of requests made before there was a column for them. Returns how many; running it twice is safe. */
export async function hashAccounts(db: Db): Promise<number> {
  const rows = await db.rows<Unhashed>(
    "SELECT id, account FROM refund_requests WHERE account_hash IS NULL AND account <> '' ORDER BY id LIMIT $1",
    [BATCH],
  )
  for (const { id, account } of rows) {
    // Erased meanwhile by the retention policy: then it stays without a hash.
    await db.rows("UPDATE refund_requests SET account_hash = $2 WHERE id = $1 AND account <> ''", [
      id,
      accountHash(decrypt(REFUND_PURPOSE, account)),
    ])
  }
  return rows.length
}
