import { addressKey, isLoopback } from './address-key.ts'
import { env } from './env.ts'
import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'
import { singleton } from './singleton.ts'

/**
 * Rate limits: tokens per minute and burst, per IP address, API key or member
 * (docs/decisions/0024-what-is-counted-by-whom.md). Logins, verification codes and e-mails are limited in the database
 * instead.
 */
const limits = {
  /**
   * All requests of an IP address, counted before any look-up; large enough for several API keys behind one address.
   */
  requests: { perMinute: 30_000, burst: 30_000 },
  /** Pages, per IP address. */
  pages: { perMinute: 1_200, burst: 2_400 },
  /** Look-ups of API keys and tokens not accepted recently, per IP address; a valid credential gives its token back. */
  credentials: { perMinute: 60, burst: 300 },
  reads: { perMinute: 3_000, burst: 3_000 },
  writes: { perMinute: 600, burst: 1_200 },
  accounts: { perMinute: 30, burst: 60 },
  /** Calls that make the shop contact a server chosen by the caller, per member. */
  callsOut: { perMinute: 6, burst: 20 },
} as const

export type LimitName = keyof typeof limits

type Bucket = { tokens: number; at: number }

const MAX_BUCKETS = 50_000

const buckets = () => singleton('limits', () => new Map<string, Bucket>())

/**
 * Adds a bucket and evicts the oldest one if there are too many, so that a flood of addresses can't exhaust the memory.
 */
function remember(key: string, bucket: Bucket): void {
  const all = buckets()
  if (all.size >= MAX_BUCKETS) all.delete(all.keys().next().value ?? '')
  all.set(key, bucket)
}

/**
 * Takes one token from the bucket of limit `name` with the key `who`.
 * @throws TOO_MANY_REQUESTS no token is left; contains the seconds until the next one
 */
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

/** Rate limit key of an IP address; null for loopback in the demo, which all its visitors share. */
export const limitedAddress = (address: string): string | null =>
  env().DEMO && isLoopback(address) ? null : addressKey(address)

/**
 * Takes one token of an IP address.
 * @throws TOO_MANY_REQUESTS
 */
export function takeAddressToken(name: LimitName, address: string): void {
  const key = limitedAddress(address)
  if (key !== null) takeToken(name, `address:${key}`)
}

/** Error for 429 with its Retry-After, in seconds. */
export const tooMany = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', messages.tooMany, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
