import { possibleFingerprints, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { ipAddressKey, isLoopbackIpAddress } from '#lib/core/ip-address-key.ts'
import { secureAttribute } from '#lib/core/session-cookies.ts'

const DEVICE_LENGTH = 32
const RETENTION_DAYS = 90
const devicePattern = new RegExp(`^[A-Za-z0-9]{${DEVICE_LENGTH}}$`)

/**
 * Where a sign-up or login came from. `device`: the browser's random id, from its `device` cookie. `address`: the IP
 * address. A referral reward may be held if other members referred by the same referrer have the same `device` or
 * `address`.
 */
export type Visit = { readonly device: string; readonly address: string }

/** Reads the visit from a request. A browser without a valid `device` cookie gets a new random id. */
export const readVisit = ({ deviceCookie, address }: { deviceCookie: string | undefined; address: string }): Visit => ({
  device: deviceCookie && devicePattern.test(deviceCookie) ? deviceCookie : randomCharacters(DEVICE_LENGTH),
  address,
})

/** Set-Cookie value with the browser's id. The cookie expires when the stored hash of the id is deleted. */
export const deviceCookie = ({ device }: Visit): string =>
  `device=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${RETENTION_DAYS * 86_400}${secureAttribute()}`

const upsertVisits = `
  INSERT INTO member_visits (member_id, kind, hash) SELECT $1, * FROM unnest($2::text[], $3::bytea[])
  ON CONFLICT (member_id, kind, hash) DO UPDATE SET last_at = now()`

/**
 * Records keyed hashes of the browser's id and of the network (IP address) of a sign-up or login. Skips a loopback
 * address: every request has it if the shop is behind a proxy that doesn't forward IP addresses.
 */
export async function recordVisit(db: Db, memberId: number, { device, address }: Visit): Promise<void> {
  const networks =
    address === '' || isLoopbackIpAddress(address) ? [] : possibleFingerprints('visit-network', ipAddressKey(address))
  // One hash by each valid value of AUTH_SECRET: visits recorded before AUTH_SECRET was replaced stay comparable.
  const traces = [
    ...possibleFingerprints('visit-device', device).map((hash) => ['DEVICE', hash] as const),
    ...networks.map((hash) => ['NETWORK', hash] as const),
  ]
  await db.rows(upsertVisits, [memberId, traces.map(([kind]) => kind), traces.map(([, hash]) => hash)])
}
