import { addressKey, isLoopback } from '#lib/core/address-key.ts'
import { fingerprints, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { cookieSecurity } from '#lib/core/session-cookies.ts'

const DEVICE_LENGTH = 32
const RETENTION_DAYS = 90
const deviceNamePattern = new RegExp(`^[A-Za-z0-9]{${DEVICE_LENGTH}}$`)

/**
 * A sign-up or login: the random name of the browser (its `device` cookie) and the IP address. The referral reward may
 * be held back if referrer and referred member share one of them.
 */
export type Visit = { readonly device: string; readonly address: string }

/** Visit that a request makes. A browser without a valid device cookie gets a new random device name. */
export const visitOf = ({ deviceCookie, address }: { deviceCookie: string | undefined; address: string }): Visit => ({
  device: deviceCookie && deviceNamePattern.test(deviceCookie) ? deviceCookie : randomCharacters(DEVICE_LENGTH),
  address,
})

/** Set-Cookie value with the device name; the cookie expires when the stored hash of the name does. */
export const deviceCookie = ({ device }: Visit): string =>
  `device=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${RETENTION_DAYS * 86_400}${cookieSecurity()}`

const upsertVisits = `
  INSERT INTO member_visits (member_id, kind, hash) SELECT $1, * FROM unnest($2::text[], $3::bytea[])
  ON CONFLICT (member_id, kind, hash) DO UPDATE SET last_at = now()`

/**
 * Records keyed hashes of the device name and of the network (IP address) of a sign-up or login. Skips a loopback
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
