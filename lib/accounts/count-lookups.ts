import { env } from '#lib/core/env.ts'
import { limitedAddress, tooMany } from '#lib/core/limits.ts'
import { singleton } from '#lib/core/singleton.ts'
import { lookupRules } from './rules.ts'

const MAX_ADDRESSES = 50_000

type Lookups = Map<string, number[]>

/**
 * Stores the times of an address as the most recently used key; drops the least recently used key if there are too
 * many.
 */
function remember(all: Lookups, key: string, times: number[]): void {
  all.delete(key)
  if (all.size >= MAX_ADDRESSES) all.delete(all.keys().next().value ?? '')
  all.set(key, times)
}

/**
 * Counts a look-up of an account by e-mail. An IP address may make ten look-ups of each kind (`what`) within any hour
 * (docs/contract.md#account-look-up).
 * @throws TOO_MANY_REQUESTS
 */
export function countLookup(what: string, address: string, now = Date.now()): void {
  const counted = limitedAddress(address)
  if (counted === null) return
  const all = singleton('account-lookups', (): Lookups => new Map())
  const key = `${what}:${counted}`
  const recent = (all.get(key) ?? []).filter((at) => at > now - lookupRules.windowMs)
  const most = lookupRules.most * env().RATE_LIMIT_FACTOR
  const first = recent[0] ?? now
  if (recent.length >= most) throw tooMany(Math.ceil((first + lookupRules.windowMs - now) / 1_000))
  remember(all, key, [...recent, now])
}
