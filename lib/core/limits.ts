import { addressKey, isLoopback } from './address-key.ts'
import { env } from './env.ts'
import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'
import { singleton } from './singleton.ts'

/**
 * Tokens a minute and the burst, by address, by key or by member: docs/decisions/0024-what-is-counted-by-whom.md. Logins,
 * codes and mails are limited in the database.
 */
const limits = {
  /** All requests of an address, before any look-up; large enough for several API keys behind it. */
  requests: { perMinute: 30_000, burst: 30_000 },
  /** Pages, by address. */
  pages: { perMinute: 1_200, burst: 2_400 },
  /** Keys and tokens not accepted recently, by address; a token is given back if the credential is valid. */
  credentials: { perMinute: 60, burst: 300 },
  reads: { perMinute: 3_000, burst: 3_000 },
  writes: { perMinute: 600, burst: 1_200 },
  accounts: { perMinute: 30, burst: 60 },
  /** Calls that make us contact a server of the caller's choice, by member. */
  callsOut: { perMinute: 6, burst: 20 },
} as const

export type LimitName = keyof typeof limits

type Bucket = { tokens: number; at: number }

const MOST_BUCKETS = 50_000

const buckets = () => singleton('limits', () => new Map<string, Bucket>())

/** Evicts the oldest bucket when there are too many: a flood of addresses must not exhaust the memory. */
function remember(key: string, bucket: Bucket): void {
  const all = buckets()
  if (all.size >= MOST_BUCKETS) all.delete(all.keys().next().value ?? '')
  all.set(key, bucket)
}

/** Takes one token for `who`, or throws TOO_MANY_REQUESTS with the seconds until the next. */
export function takeToken(name: LimitName, who: string, now = Date.now()): void {
  const factor = env().RATE_LIMIT_FACTOR
  const burst = Math.max(1, limits[name].burst * factor)
  const perMs = (limits[name].perMinute * factor) / 60_000
  const key = `${name}:${who}`
  const known = buckets().get(key)
  const bucket = known ?? { tokens: burst, at: now }
  bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
  bucket.at = now
  if (!known) remember(key, bucket)
  if (bucket.tokens < 1) throw tooMany(Math.ceil((1 - bucket.tokens) / perMs / 1_000))
  bucket.tokens -= 1
}

/** Returns a token that was taken unnecessarily. */
export function giveToken(name: LimitName, who: string): void {
  const bucket = buckets().get(`${name}:${who}`)
  if (bucket) bucket.tokens += 1
}

/** Key that an address is limited by, or null for the demo's own machine, from which all its visitors come. */
export const limitedAddress = (address: string): string | null =>
  env().DEMO && isLoopback(address) ? null : addressKey(address)

/** Takes one token for an address. @throws TOO_MANY_REQUESTS */
export function takeAddressToken(name: LimitName, address: string): void {
  const key = limitedAddress(address)
  if (key !== null) takeToken(name, `address:${key}`)
}

/** 429 with its Retry-After. */
export const tooMany = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', messages.tooMany, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
