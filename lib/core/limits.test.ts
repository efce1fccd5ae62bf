import { beforeEach, expect, test } from 'vitest'
import { env } from './env.ts'
import { MEMBER_BUCKET_FACTOR, rateLimitHeaders, takeKeyToken, takeToken, tooManyRequests } from './limits.ts'
import { singleton } from './singleton.ts'

const startMs = 1_000_000

beforeEach(() => singleton('limits', () => new Map()).clear())

/**
 * Takes tokens of limit `name` for `who` at one moment until the first refusal. Returns their number and the refusal.
 */
function drain(name: 'reads' | 'writes', who: string, now: number) {
  for (let taken = 0; ; taken++) {
    try {
      takeToken(name, who, now)
    } catch (error) {
      return { taken, error: error as { code: string; retryAfterSeconds: number } }
    }
  }
}

test('1,200 writes go at once, then ten a second come back', () => {
  expect(drain('writes', 'key:1', startMs)).toMatchObject({
    taken: 1_200,
    error: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 },
  })
  expect(drain('writes', 'key:1', startMs + 1_000).taken).toBe(10)
  expect(drain('writes', 'key:1', startMs + 61_000).taken).toBe(600)
})

test('a bucket never holds more than its burst, however long it was left alone', () => {
  drain('reads', 'key:1', startMs)
  expect(drain('reads', 'key:1', startMs + 86_400_000).taken).toBe(3_000)
})

test('callers have separate buckets, and so have reads and writes', () => {
  drain('writes', 'key:1', startMs)
  expect(drain('writes', 'key:2', startMs).taken).toBe(1_200)
  expect(drain('reads', 'key:1', startMs).taken).toBe(3_000)
})

test('a clock that goes back adds no tokens', () => {
  drain('writes', 'key:1', startMs)
  expect(drain('writes', 'key:1', startMs - 60_000).taken).toBe(0)
})

test('RATE_LIMIT_FACTOR multiplies burst and pace', () => {
  env().RATE_LIMIT_FACTOR = 0.01
  try {
    expect(drain('writes', 'key:1', startMs)).toMatchObject({ taken: 12, error: { retryAfterSeconds: 10 } })
    expect(drain('writes', 'key:1', startMs + 10_000).taken).toBe(1)
  } finally {
    env().RATE_LIMIT_FACTOR = 1
  }
})

const buckets = { key: 'key:1', ofMember: 'keys:1' }

test('the headers say the limit, what is left of it, and when all of it is again', () => {
  expect(rateLimitHeaders('writes', buckets)).toEqual({
    'ratelimit-policy': '"writes";q=1200;w=120',
    ratelimit: '"writes";r=1200;t=0',
  })
  for (let taken = 0; taken < 25; taken++) takeToken('writes', 'key:1', startMs)
  expect(rateLimitHeaders('writes', buckets).ratelimit).toBe('"writes";r=1175;t=3')
  drain('writes', 'key:1', startMs)
  expect(rateLimitHeaders('writes', buckets).ratelimit).toBe('"writes";r=0;t=120')
})

test('a flood of addresses doesn’t fill the memory', () => {
  for (let at = 0; at < 60_000; at++) takeToken('reads', `address:${at}`, startMs)
  expect(singleton('limits', () => new Map()).size).toBeLessThanOrEqual(50_000)
})

/** How many of `count` calls with keys of one member pass at one moment; `keyOf` names the key of each. */
function countPassed(count: number, keyOf: (at: number) => string): number {
  let taken = 0
  for (let at = 0; at < count; at++) {
    try {
      takeKeyToken('writes', { key: keyOf(at), ofMember: 'keys:1' }, startMs)
      taken++
    } catch {
      // Refused.
    }
  }
  return taken
}

test('ten keys of a member have their whole limits, and the eleventh that follows a deleted one has nothing', () => {
  expect(countPassed(12_000, (at) => `key:${at % MEMBER_BUCKET_FACTOR}`)).toBe(12_000)
  expect(countPassed(100, () => 'key:11')).toBe(0)
  expect(() => takeKeyToken('writes', { key: 'key:99', ofMember: 'keys:2' }, startMs)).not.toThrow()
})

test('a call refused by the member’s bucket takes no token from the key’s, and the headers describe the emptier bucket', () => {
  countPassed(12_000, (at) => `key:${at % MEMBER_BUCKET_FACTOR}`)
  const fresh = { key: 'key:12', ofMember: 'keys:1' }
  expect(() => takeKeyToken('writes', fresh, startMs)).toThrow()
  expect(rateLimitHeaders('writes', fresh)).toEqual({
    'ratelimit-policy': '"writes";q=12000;w=120',
    ratelimit: '"writes";r=0;t=120',
  })
  expect(rateLimitHeaders('writes', { ...fresh, ofMember: 'keys:3' }).ratelimit).toBe('"writes";r=1200;t=0')
})

test('a refusal says how long to wait, unless it is a minute at most', () => {
  const messageFor = (seconds: number) => tooManyRequests(seconds).message
  expect([1, 60].map(messageFor)).toEqual(Array(2).fill('요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.'))
  expect([61, 900, 3_600].map(messageFor)).toEqual(
    ['2분', '15분', '60분'].map((wait) => `요청이 너무 많아요. ${wait} 뒤에 다시 시도해 주세요.`),
  )
  expect([3_601, 86_400].map(messageFor)).toEqual(
    ['2시간', '24시간'].map((wait) => `요청이 너무 많아요. ${wait} 뒤에 다시 시도해 주세요.`),
  )
})
