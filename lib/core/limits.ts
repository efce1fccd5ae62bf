import { env } from './env.ts'
import { AppError } from './errors.ts'
import { ipAddressKey, isLoopbackIpAddress } from './ip-address-key.ts'
import { messages } from './pipeline-messages.ts'
import { singleton } from './singleton.ts'

/**
 * Rate limits as token buckets: a bucket holds at most `burst` tokens and gains `perMinute` tokens a minute. Each
 * request takes one token, or as many as its call's `weight`. RATE_LIMIT_FACTOR multiplies all limits. Each IP address,
 * API key or member has its own bucket per limit (docs/decisions/0024-what-is-counted-by-whom.md). Failed logins,
 * verification codes and e-mails are also limited in the database.
 */
export const rateLimits = {
  /**
   * All requests, per IP address, counted before the caller is looked up; large enough for several API keys behind one
   * IP address.
   */
  requests: { perMinute: 30_000, burst: 30_000 },
  /** Requests for pages, per IP address. */
  pages: { perMinute: 1_200, burst: 2_400 },
  /**
   * Look-ups of API keys and sessions that weren't found recently, per IP address. A look-up that finds a valid key or
   * session doesn't count (`giveBackToken`).
   */
  credentials: { perMinute: 60, burst: 300 },
  /**
   * Calls that only read (`reads`) and all other calls (`writes`), per API key or member, or per IP address of a guest.
   * In addition, all keys of a member together (without test keys) have MEMBER_BUCKET_FACTOR times one key's limit.
   */
  reads: { perMinute: 3_000, burst: 3_000 },
  writes: { perMinute: 600, burst: 1_200 },
  /**
   * Calls such as sign-up, login by Naver and sending a verification code, per member, or per IP address of a guest.
   */
  accounts: { perMinute: 30, burst: 60 },
  /**
   * Verification codes to e-mail addresses and phone numbers, per IP address, even for signed-in members: the shop pays
   * for each code, and anybody can enter any number. A code that couldn't be sent doesn't count (`withIpAddressToken`).
   */
  codes: { perMinute: 1, burst: 60 },
  /** Uploads of pictures for questions, of some megabytes each, per member. */
  pictures: { perMinute: 10, burst: 20 },
  /** Attempts to redeem a coupon, per member; so few that nobody can guess codes. */
  coupons: { perMinute: 2, burst: 10 },
  /** Calls for which the shop immediately contacts another server, such as a test of a webhook, per member. */
  callsOut: { perMinute: 6, burst: 20 },
  /** Test events of a webhook, per member: each is a row that is stored for a month. */
  testEvents: { perMinute: 0.2, burst: 20 },
} as const

export type LimitName = keyof typeof rateLimits

/** Tokens that a bucket had at the time `at`, in milliseconds since 1970. */
type TokenBucket = { tokens: number; at: number }

const MAX_BUCKETS = 50_000

const tokenBuckets = () => singleton('limits', () => new Map<string, TokenBucket>())

/**
 * Adds a bucket. If there are already MAX_BUCKETS, removes the oldest one, so that a flood of requests from many IP
 * addresses can't exhaust the memory.
 */
function addBucket(key: string, bucket: TokenBucket): void {
  const all = tokenBuckets()
  if (all.size >= MAX_BUCKETS) all.delete(all.keys().next().value ?? '')
  all.set(key, bucket)
}

/**
 * Capacity of a bucket of limit `name`, and the tokens that it gains per millisecond, both multiplied by `times` and
 * RATE_LIMIT_FACTOR.
 */
function bucketSize(name: LimitName, times: number): { burst: number; perMs: number } {
  const factor = env().RATE_LIMIT_FACTOR * times
  return { burst: Math.max(1, rateLimits[name].burst * factor), perMs: (rateLimits[name].perMinute * factor) / 60_000 }
}

/** Numbers of calls that the limit `name` allows in this shop: per minute, and at once (`burst`). */
export function effectiveLimit(name: LimitName): { perMinute: number; burst: number } {
  const { burst, perMs } = bucketSize(name, 1)
  return { perMinute: Math.round(perMs * 60_000), burst: Math.floor(burst) }
}

/**
 * Takes one token from the bucket of limit `name` for `who`, such as `key:7`, `member:7` or `address:203.0.113.7`. The
 * bucket has `times` times the size of the limit.
 * @throws TOO_MANY_REQUESTS no token is left; the error has the seconds until the next one
 */
export function takeToken(name: LimitName, who: string, now = Date.now(), times = 1): void {
  const { burst, perMs } = bucketSize(name, times)
  const key = `${name}:${who}`
  const known = tokenBuckets().get(key)
  const bucket = known ?? { tokens: burst, at: now }
  bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
  bucket.at = now
  if (!known) addBucket(key, bucket)
  if (bucket.tokens < 1) throw tooManyRequests(Math.ceil((1 - bucket.tokens) / perMs / 1_000))
  bucket.tokens -= 1
}

/**
 * Names of the two buckets that a call with an API key takes a token from. `key`: the key's own bucket or, for a test
 * key, the bucket that it shares with others (`countedAs` in lib/core/call.ts). `ofMember`: the bucket of all the
 * member's keys, including future ones, but without test keys; null for a test key.
 */
export type KeyBuckets = { key: string; ofMember: string | null }

/**
 * Size of the bucket for all keys of a member, as a multiple of one key's bucket: the maximum number of keys of a
 * member. So each key can use its whole limit, but replacing a key by a new one gains nothing.
 */
export const MEMBER_BUCKET_FACTOR = 10

/**
 * Takes one token from both buckets of an API key, or from neither.
 * @throws TOO_MANY_REQUESTS
 */
export function takeKeyToken(name: LimitName, { key, ofMember }: KeyBuckets, now = Date.now()): void {
  takeToken(name, key, now)
  if (ofMember === null) return
  try {
    takeToken(name, ofMember, now, MEMBER_BUCKET_FACTOR)
  } catch (error) {
    giveBackToken(name, key)
    throw error
  }
}

/** Gives back a token that `takeKeyToken` took from both buckets. */
function giveBackKeyToken(name: LimitName, { key, ofMember }: KeyBuckets): void {
  giveBackToken(name, key)
  if (ofMember !== null) giveBackToken(name, ofMember)
}

/**
 * Takes the further tokens of a call with this weight from both buckets of an API key: all but the first token, which
 * is already taken. If too few are left, gives back those that it took: otherwise two programs that each send many
 * orders at the limit would take tokens from each other that neither can use. The first token stays taken even then,
 * because the body of the call has been read.
 * @throws TOO_MANY_REQUESTS
 */
export function takeFurtherKeyTokens(name: LimitName, buckets: KeyBuckets, weight: number): void {
  let taken = 1
  try {
    for (; taken < weight; taken++) takeKeyToken(name, buckets)
  } catch (error) {
    for (; taken > 1; taken--) giveBackKeyToken(name, buckets)
    throw error
  }
}

/** True if a call with this API key would be refused now: one of its buckets is empty. */
export function isKeyDrained(name: LimitName, { key, ofMember }: KeyBuckets, now = Date.now()): boolean {
  const isEmpty = (who: string, times: number): boolean => {
    const bucket = tokenBuckets().get(`${name}:${who}`)
    return bucket !== undefined && bucket.tokens + Math.max(0, now - bucket.at) * bucketSize(name, times).perMs < 1
  }
  return isEmpty(key, 1) || (ofMember !== null && isEmpty(ofMember, MEMBER_BUCKET_FACTOR))
}

/**
 * Headers with the state of an API key's limit, by the IETF draft "RateLimit header fields for HTTP".
 * `ratelimit-policy`: the number of calls (`q`) allowed in a window of `w` seconds. `ratelimit`: how many calls are
 * left (`r`), and in how many seconds all are allowed again (`t`). They describe the key's bucket or the member's,
 * whichever has fewer tokens.
 */
export function rateLimitHeaders(name: LimitName, { key, ofMember }: KeyBuckets): Record<string, string> {
  const keyState = stateOf(name, key, 1)
  const memberState = ofMember === null ? keyState : stateOf(name, ofMember, MEMBER_BUCKET_FACTOR)
  const { burst, perMs, tokens } = memberState.tokens < keyState.tokens ? memberState : keyState
  const left = Math.max(0, Math.floor(tokens))
  return {
    'ratelimit-policy': `"${name}";q=${Math.floor(burst)};w=${Math.ceil(burst / perMs / 1_000)}`,
    ratelimit: `"${name}";r=${left};t=${Math.ceil((burst - tokens) / perMs / 1_000)}`,
  }
}

function stateOf(name: LimitName, who: string, times: number) {
  const size = bucketSize(name, times)
  return { ...size, tokens: tokenBuckets().get(`${name}:${who}`)?.tokens ?? size.burst }
}

/** Gives back a token that `takeToken` took, for a request that shouldn't count. */
export function giveBackToken(name: LimitName, who: string): void {
  const bucket = tokenBuckets().get(`${name}:${who}`)
  if (bucket) bucket.tokens += 1
}

/**
 * Key under which an IP address is limited; null (no limit) for loopback addresses in the demo, whose users all come
 * from its own machine.
 */
export const limitKeyOfIpAddress = (address: string): string | null =>
  env().DEMO && isLoopbackIpAddress(address) ? null : ipAddressKey(address)

/**
 * Takes one token from the bucket of limit `name` of an IP address.
 * @throws TOO_MANY_REQUESTS
 */
export function takeIpAddressToken(name: LimitName, address: string): void {
  const key = limitKeyOfIpAddress(address)
  if (key !== null) takeToken(name, `address:${key}`)
}

/**
 * Takes one token from the bucket of limit `name` of an IP address, and does `work`. If `work` throws, the token is
 * given back, so that only successful work counts.
 * @throws TOO_MANY_REQUESTS; what `work` throws
 */
export async function withIpAddressToken(name: LimitName, address: string, work: () => Promise<void>): Promise<void> {
  takeIpAddressToken(name, address)
  try {
    await work()
  } catch (error) {
    const key = limitKeyOfIpAddress(address)
    if (key !== null) giveBackToken(name, `address:${key}`)
    throw error
  }
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** Message for a wait that a person has to plan for: longer than a minute. */
const longWaitMessage = (seconds: number): string =>
  messages.tooManyUntil(
    seconds <= HOUR_SECONDS ? `${Math.ceil(seconds / MINUTE_SECONDS)}분` : `${Math.ceil(seconds / HOUR_SECONDS)}시간`,
  )

/** Error for an exceeded rate limit: its response is a 429 with this Retry-After, at least 1 second. */
export const tooManyRequests = (retryAfterSeconds: number): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    retryAfterSeconds > MINUTE_SECONDS ? longWaitMessage(retryAfterSeconds) : messages.tooMany,
    { retryAfterSeconds: Math.max(1, retryAfterSeconds) },
  )
