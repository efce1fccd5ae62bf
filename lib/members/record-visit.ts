import { addressKey, isLoopback } from '#lib/core/address-key.ts'
import { fingerprints, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { cookieSecurity } from '#lib/core/session-cookies.ts'

const DEVICE_LENGTH = 32
const RETENTION_DAYS = 90
const devicePattern = new RegExp(`^[A-Za-z0-9]{${DEVICE_LENGTH}}$`)

/**
 * Where a sign-up or login came from. `device`: the browser's random id, which its `device` cookie contains; `address`:
 * the IP address. A referral reward may be held if the referred member shares one of them with others whom the same
 * referrer has referred.
 */
export type Visit = { readonly device: string; readonly address: string }

/** Visit that a request makes. A browser without a valid `device` cookie gets a new random id. */
export const visitOf = ({ deviceCookie, address }: { deviceCookie: string | undefined; address: string }): Visit => ({
  device: deviceCookie && devicePattern.test(deviceCookie) ? deviceCookie : randomCharacters(DEVICE_LENGTH),
  address,
})

/** Set-Cookie value with the browser's id. The cookie expires when the stored hash of the id is deleted. */
export const deviceCookie = ({ device }: Visit): string =>
  `device=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${RETENTION_DAYS * 86_400}${cookieSecurity()}`

const upsertVisits = `
  INSERT INTO member_visits (member_id, kind, hash) SELECT $1, * FROM unnest($2::text[], $3::bytea[])
  ON CONFLICT (member_id, kind, hash) DO UPDATE SET last_at = now()`

/**
 * Records keyed hashes of the browser's id and of the network (IP address) of a sign-up or login. Skips a loopback
 * address: behind a proxy that doesn't forward addresses, all visitors have it.
 */
export async function recordVisit(db: Db, memberId: number, { device, address }: Visit): Promise<void> {
  const networks = address === '' || isLoopback(address) ? [] : fingerprints('visit-network', addressKey(address))
  // Hashes by all valid values of AUTH_SECRET, so that visits from before it was replaced can be compared too.
  const traces = [
    ...fingerprints('visit-device', device).map((hash) => ['DEVICE', hash] as const),
    ...networks.map((hash) => ['NETWORK', hash] as const),
  ]
  await db.rows(upsertVisits, [memberId, traces.map(([kind]) => kind), traces.map(([, hash]) => hash)])
}
