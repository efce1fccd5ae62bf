import { addressKey } from '#lib/core/address-key.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { limitedAddress, tooMany } from '#lib/core/limits.ts'
import { loginFailureLimits } from './rules.ts'

/** Recent failed logins. `secondsLeft`: seconds until the address's oldest failure no longer counts; 0 without any. */
type FailureCounts = { ofIdFromAddress: number; ofAddress: number; ofId: number; secondsLeft: number }

/**
 * Stores a login attempt as failed before the password is checked, so that concurrent attempts can't exceed the limit
 * together. `deleteLoginFailures` undoes it.
 */
export async function countLoginAttempt(db: Db, loginId: string, address: string): Promise<void> {
  await db.rows('INSERT INTO login_failures (login_id, address) VALUES ($1, $2)', [loginId, addressKey(address)])
}

/**
 * Refuses an address with too many failed logins (docs/contract.md#sessions). `slow` is true if the login id has too
 * many failures from all addresses together. Such a login is slowed down but never refused, so that strangers can't
 * lock a member out.
 * @throws TOO_MANY_REQUESTS
 */
export async function refuseFrequentFailures(db: Db, loginId: string, address: string): Promise<{ slow: boolean }> {
  const counts = await oneRow<FailureCounts>(
    db,
    `SELECT (count(*) FILTER (WHERE login_id = $1 AND address = $2))::int AS of_id_from_address,
            (count(*) FILTER (WHERE address = $2))::int AS of_address,
            (count(*) FILTER (WHERE login_id = $1))::int AS of_id,
            coalesce(ceil(extract(epoch FROM min(at) FILTER (WHERE address = $2) + $3 * interval '1 millisecond' - now())), 0)::int
              AS seconds_left
     FROM login_failures
     WHERE (address = $2 OR login_id = $1) AND at > now() - $3 * interval '1 millisecond'`,
    [loginId, addressKey(address), loginFailureLimits.windowMs],
  )
  const factor = env().RATE_LIMIT_FACTOR
  const isOverLimit =
    counts.ofIdFromAddress > loginFailureLimits.ofIdFromAddress * factor ||
    counts.ofAddress > loginFailureLimits.ofAddress * factor
  if (isOverLimit && limitedAddress(address) !== null) throw tooMany(counts.secondsLeft)
  return { slow: counts.ofId > loginFailureLimits.ofIdAnywhere * factor }
}

/**
 * Deletes the failures of this login id from this address after a correct password, including the failure that
 * `countLoginAttempt` stored for this login.
 */
export async function deleteLoginFailures(db: Db, loginId: string, address: string): Promise<void> {
  await db.rows('DELETE FROM login_failures WHERE login_id = $1 AND address = $2', [loginId, addressKey(address)])
}
