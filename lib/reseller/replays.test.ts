import { afterEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { rateLimits } from '#lib/core/limits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { apiKeyHeaders, type Headers, newAddress, send } from '#lib/web/testing/caller.ts'
import { resellerOrderCall, resellerOrdersCall } from './calls.ts'
import { apiV2Call } from './v2/calls.ts'

/** Number of idempotency keys per call; `npm run prove -- replays` uses a thousand. */
const KEYS = Number(process.env.PROOF_KEYS ?? 50)
/** Time-out of a test in milliseconds, long enough even on a busy machine. */
const timeout = 120_000 + KEYS * 500
const REPLAYS = 10
/** Number of idempotency keys of one member, whose API key may send 1,200 orders in two minutes. */
const KEYS_OF_MEMBER = 100
/** Number of idempotency keys that are replayed at once, each `REPLAYS` times. */
const KEYS_AT_ONCE = 5
const ROWS = 10
const AMOUNT = 10

const link = 'https://www.instagram.com/some.body/'

afterEach(() => {
  vi.useRealTimers()
  env().RATE_LIMIT_FACTOR = 1
})

type Replayed = { call: Call; keys: number; rows: number; bodyOf(serviceId: number, amount: number): object }

const replayed: Record<string, Replayed> = {
  'POST /order': {
    call: resellerOrderCall,
    keys: KEYS,
    rows: 1,
    bodyOf: (serviceId, amount) => ({ serviceId, link, amount }),
  },
  'POST /orders': {
    call: resellerOrdersCall,
    keys: Math.ceil(KEYS / 10),
    rows: ROWS,
    bodyOf: (serviceId, amount) => ({ orders: Array(ROWS).fill({ serviceId, link, amount }) }),
  },
  'POST /api/v2 add': {
    call: apiV2Call,
    keys: KEYS,
    rows: 1,
    bodyOf: (service, quantity) => ({ action: 'add', service, link, quantity }),
  },
}

type Buyer = { id: number; headers: Headers; first: number; keys: number }

/**
 * Makes the members who send the requests of a call. Their points are enough for placing each order once, plus a tenth.
 */
async function makeBuyers({ keys, rows }: Replayed): Promise<Buyer[]> {
  const each = KEYS_OF_MEMBER / rows
  return Promise.all(
    Array.from({ length: Math.ceil(keys / each) }, async (_, at) => {
      const first = at * each
      const own = Math.min(each, keys - first)
      const member = await makeMember({ points: own * rows * AMOUNT * 1.1 })
      return { id: member.id, headers: await apiKeyHeaders(member), first, keys: own }
    }),
  )
}

test.each(Object.keys(replayed))(
  '%s: ten replays at once of each of many keys order once and answer alike',
  { timeout },
  async (name) => {
    const shape = replayed[name]
    if (!shape) throw new Error(name)
    const { call, keys, rows, bodyOf } = shape
    const serviceId = await makeService()
    const buyers = await makeBuyers(shape)
    const bodies = new Set<string>()
    const replay = async ({ headers }: Buyer, key: number) => {
      const body = bodyOf(serviceId, AMOUNT)
      const asked = () =>
        send(call, { body, headers: { ...headers, 'idempotency-key': `key-${key}` }, address: newAddress() })
      const answers = await Promise.all(Array.from({ length: REPLAYS }, asked))
      const alike = new Set(answers.map(({ status, body: bytes }) => `${status} ${bytes}`))
      expect([...alike], `key ${key}`).toHaveLength(1)
      bodies.add([...alike].join())
    }
    for (const buyer of buyers)
      for (let at = 0; at < buyer.keys; at += KEYS_AT_ONCE) {
        const together = Math.min(KEYS_AT_ONCE, buyer.keys - at)
        await Promise.all(Array.from({ length: together }, (_, next) => replay(buyer, buyer.first + at + next)))
      }

    expect(bodies.size).toBe(keys)
    const memberIds = buyers.map(({ id }) => id)
    const counted = await oneRow(
      db(),
      `SELECT (SELECT count(*)::int FROM orders WHERE member_id = ANY ($1)) AS orders,
       (SELECT count(*)::int FROM idempotency_keys WHERE member_id = ANY ($1)) AS keys`,
      [memberIds],
    )
    expect(counted).toEqual({ orders: keys * rows, keys })
    for (const { id, keys: own } of buyers) expect(await balanceOf(db(), id)).toBe(BigInt(own * rows * AMOUNT * 10))
    await expectBooksBalance()
  },
)

/**
 * Sends a request until the rate limit doesn't refuse it. After each refusal, moves the clock on by the time in
 * Retry-After. Returns the final answer and the number of refusals.
 */
async function sendPatiently(call: Call, request: Parameters<typeof send>[1]) {
  for (let refused = 0; ; refused++) {
    const answer = await send(call, request)
    if (answer.status !== 429) return { answer, refused }
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    vi.setSystemTime(Date.now() + seconds * 1_000)
  }
}

test.each(['POST /order', 'POST /api/v2 add'])(
  '%s: replays that meet the limit halfway and wait as Retry-After says order once and answer alike',
  { timeout },
  async (name) => {
    const shape = replayed[name]
    if (!shape) throw new Error(name)
    const { call, keys, bodyOf } = shape
    const serviceId = await makeService()
    const member = await makeMember({ points: keys * AMOUNT })
    const headers = await apiKeyHeaders(member)
    // Only `sendPatiently` moves the clock. While the clock stands still, the rate limit allows half of the requests.
    vi.useFakeTimers({ toFake: ['Date'] })
    env().RATE_LIMIT_FACTOR = (keys * REPLAYS) / 2 / rateLimits.writes.burst
    let refusals = 0
    for (let key = 0; key < keys; key++) {
      const asked = async () => {
        const sent = { ...headers, 'idempotency-key': `patient-${key}` }
        const { answer, refused } = await sendPatiently(call, { body: bodyOf(serviceId, AMOUNT), headers: sent })
        refusals += refused
        return `${answer.status} ${answer.body}`
      }
      const answers = await Promise.all(Array.from({ length: REPLAYS }, asked))
      expect(new Set(answers).size, `key ${key}`).toBe(1)
      expect(answers[0]).toMatch(name === 'POST /order' ? /^201 / : /^200 .*"order":\d+/)
    }
    expect(refusals).toBeGreaterThan(REPLAYS)
    const { orders } = await oneRow<{ orders: number }>(
      db(),
      'SELECT count(*)::int AS orders FROM orders WHERE member_id = $1',
      [member.id],
    )
    expect({ orders, balance: await balanceOf(db(), member.id) }).toEqual({ orders: keys, balance: 0n })
    await expectBooksBalance()
  },
)
