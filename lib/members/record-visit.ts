import { addressKey, isLoopback } from '#lib/core/address-key.ts'
import { fingerprint, randomCharacters } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { cookieSecurity } from '#lib/core/session-cookies.ts'

const DEVICE_LENGTH = 32
const RETENTION_DAYS = 90
const deviceNamePattern = new RegExp(`^[A-Za-z0-9]{${DEVICE_LENGTH}}$`)

/**
 * Device name and IP address of a sign-up or login. Rewards for referrals between members who share one of them may be
 * held.
 */
export type Visit = { readonly device: string; readonly address: string }

/** Visit of a request; a browser without a valid device cookie gets a new random device name. */
export const visitOf = ({ deviceCookie, address }: { deviceCookie: string | undefined; address: string }): Visit => ({
  device: deviceCookie && deviceNamePattern.test(deviceCookie) ? deviceCookie : randomCharacters(DEVICE_LENGTH),
  address,
})

/** Cookie with the device name; it expires together with the stored hash. */
export const deviceCookie = ({ device }: Visit): string =>
  `device=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${RETENTION_DAYS * 86_400}${cookieSecurity()}`

const upsertVisits = `
  INSERT INTO member_visits (member_id, kind, hash) SELECT $1, * FROM unnest($2::text[], $3::bytea[])
  ON CONFLICT (member_id, kind, hash) DO UPDATE SET last_at = now()`

/**
 * Records device and network of a sign-up or login as keyed hashes. Loopback addresses are skipped, because behind a
 * proxy that doesn't forward addresses all visitors have one.
 */
export async function recordVisit(db: Db, memberId: number, { device, address }: Visit): Promise<void> {
  const traces = [
    ['DEVICE', fingerprint('visit-device', device)],
    ...(address === '' || isLoopback(address)
      ? []
      : [['NETWORK', fingerprint('visit-network', addressKey(address))] as const]),
  ] as const
  await db.rows(upsertVisits, [memberId, traces.map(([kind]) => kind), traces.map(([, hash]) => hash)])
}
