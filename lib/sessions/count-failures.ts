import { type Db, oneRow } from '#lib/core/db.ts'
import { ipAddressKey } from '#lib/core/ip-address-key.ts'
import { limitKeyOfIpAddress, tooManyRequests } from '#lib/core/limits.ts'
import { failuresAllowed, secondsToWaitSql } from './attempt-limits.ts'
import { loginFailureLimits } from './rules.ts'

/**
 * What the limits on failed logins say before this attempt.
 * - `waitOfId`: seconds until this login id may be tried again from this IP address; null if it may be tried now.
 * - `waitOfAddress`: seconds until any login id may be tried from this IP address; null if one may be tried now.
 * - `ofId`: number of recent failures of the login id from all IP addresses.
 */
type FailureFacts = { waitOfId: number | null; waitOfAddress: number | null; ofId: number }

const factsSql = `
  WITH others AS MATERIALIZED (
    SELECT at, login_id = $1 AS is_of_id, address = $2 AS is_from_address FROM login_failures
    WHERE (address = $2 OR login_id = $1) AND at > now() - $3 * interval '1 millisecond' AND id <> $6::bigint
  )
  SELECT ${secondsToWaitSql('is_of_id AND is_from_address', '$4', '$3')} AS wait_of_id,
    ${secondsToWaitSql('is_from_address', '$5', '$3')} AS wait_of_address,
    (SELECT count(*) FROM others WHERE is_of_id)::int AS of_id`

/**
 * Counts a login attempt, and refuses it if there were too many failed logins from its IP address
 * (docs/contract.md#sessions). The attempt is stored as failed before the password is checked, so that concurrent
 * attempts can't exceed the limit together; `deleteLoginFailures` deletes it after a correct password. A refused
 * attempt isn't counted. `slow` is true if the login id has too many failures from all IP addresses together. Such a
 * login is slowed down but never refused, so that strangers can't lock a member out.
 * @throws TOO_MANY_REQUESTS with the seconds until this login id may be tried again from this IP address
 */
export async function countLoginAttempt(db: Db, loginId: string, ipAddress: string): Promise<{ slow: boolean }> {
  const key = ipAddressKey(ipAddress)
  const { id } = await oneRow<{ id: bigint }>(
    db,
    'INSERT INTO login_failures (login_id, address) VALUES ($1, $2) RETURNING id',
    [loginId, key],
  )
  const { windowMs, ofIdFromAddress, ofAddress, ofIdAnywhere } = loginFailureLimits
  const allowed = [failuresAllowed(ofIdFromAddress), failuresAllowed(ofAddress)]
  const facts = await oneRow<FailureFacts>(db, factsSql, [loginId, key, windowMs, ...allowed, id])
  const wait = Math.max(facts.waitOfId ?? 0, facts.waitOfAddress ?? 0)
  if (wait > 0 && limitKeyOfIpAddress(ipAddress) !== null) {
    await db.rows('DELETE FROM login_failures WHERE id = $1', [id])
    throw tooManyRequests(wait)
  }
  return { slow: facts.ofId >= failuresAllowed(ofIdAnywhere) }
}

/**
 * Deletes the failures of this login id from this IP address after a correct password, including the failure that
 * `countLoginAttempt` stored for this login.
 */
export async function deleteLoginFailures(db: Db, loginId: string, ipAddress: string): Promise<void> {
  await db.rows('DELETE FROM login_failures WHERE login_id = $1 AND address = $2', [loginId, ipAddressKey(ipAddress)])
}
