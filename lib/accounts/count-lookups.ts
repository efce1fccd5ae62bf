import { env } from '#lib/core/env.ts'
import { limitKeyOfIpAddress, tooManyRequests } from '#lib/core/limits.ts'
import { singleton } from '#lib/core/singleton.ts'
import { accountLookupLimits } from './rules.ts'

/** Maximum number of keys in memory. A key consists of the kind of look-up ('id' or 'password') and an IP address. */
const MAX_LOOKUP_KEYS = 50_000

/** Times of recent look-ups in milliseconds, by key. */
type LookupTimes = Map<string, number[]>

/**
 * Stores the times of look-ups under a key, which becomes the most recently used key. Drops the least recently used key
 * if there would be more than MAX_LOOKUP_KEYS.
 */
function storeLookupTimes(all: LookupTimes, key: string, times: number[]): void {
  all.delete(key)
  if (all.size >= MAX_LOOKUP_KEYS) all.delete(all.keys().next().value ?? '')
  all.set(key, times)
}

/**
 * Counts a look-up from an IP address: of a login id (`kind` 'id'), or a request for a reset link ('password'). An IP
 * address may make ten look-ups of each kind within an hour (docs/contract.md#account-look-up). A refused look-up isn't
 * counted.
 * @throws TOO_MANY_REQUESTS
 */
export function countAccountLookup(kind: string, address: string, now = Date.now()): void {
  const ipAddressKey = limitKeyOfIpAddress(address)
  if (ipAddressKey === null) return
  const timesByKey = singleton('account-lookups', (): LookupTimes => new Map())
  const key = `${kind}:${ipAddressKey}`
  const recent = (timesByKey.get(key) ?? []).filter((at) => at > now - accountLookupLimits.windowMs)
  const maxLookups = accountLookupLimits.count * env().RATE_LIMIT_FACTOR
  const first = recent[0] ?? now
  if (recent.length >= maxLookups)
    throw tooManyRequests(Math.ceil((first + accountLookupLimits.windowMs - now) / 1_000))
  storeLookupTimes(timesByKey, key, [...recent, now])
}
