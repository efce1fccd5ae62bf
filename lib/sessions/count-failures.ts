import { addressKey } from '#lib/core/address-key.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { limitedAddress, tooMany } from '#lib/core/limits.ts'
import { failureRules } from './rules.ts'

type FailureCounts = { ofIdFromAddress: number; ofAddress: number; ofId: number; secondsLeft: number }

/**
 * Counts a login attempt as failed before it is checked, so that concurrent attempts can't exceed the limit together.
 */
export async function countAttempt(db: Db, loginId: string, address: string): Promise<void> {
  await db.rows('INSERT INTO login_failures (login_id, address) VALUES ($1, $2)', [loginId, addressKey(address)])
}

/**
 * Refuses an address with too many failed logins (docs/contract.md#sessions). `slow` is true if the login id has too
 * many failures from all addresses together: it is then slowed down but never locked, so that strangers can't lock a
 * member out.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkFailures(db: Db, loginId: string, address: string): Promise<{ slow: boolean }> {
  const counts = await oneRow<FailureCounts>(
    db,
    `SELECT (count(*) FILTER (WHERE login_id = $1 AND address = $2))::int AS of_id_from_address,
            (count(*) FILTER (WHERE address = $2))::int AS of_address,
            (count(*) FILTER (WHERE login_id = $1))::int AS of_id,
            ceil(extract(epoch FROM min(at) FILTER (WHERE address = $2) + $3 * interval '1 millisecond' - now()))::int AS seconds_left
     FROM login_failures
     WHERE (address = $2 OR login_id = $1) AND at > now() - $3 * interval '1 millisecond'`,
    [loginId, addressKey(address), failureRules.windowMs],
  )
  const factor = env().RATE_LIMIT_FACTOR
  const over =
    counts.ofIdFromAddress > failureRules.ofIdFromAddress * factor || counts.ofAddress > failureRules.ofAddress * factor
  if (over && limitedAddress(address) !== null) throw tooMany(counts.secondsLeft)
  return { slow: counts.ofId > failureRules.ofIdAnywhere * factor }
}

/**
 * Call it after a correct password. Deletes the failures of this login id from this address, including the one that
 * `countAttempt` stored before the password was checked.
 */
export async function deleteFailures(db: Db, loginId: string, address: string): Promise<void> {
  await db.rows('DELETE FROM login_failures WHERE login_id = $1 AND address = $2', [loginId, addressKey(address)])
}
