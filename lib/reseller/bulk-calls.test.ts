import { afterEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { effectiveLimit, takeKeyToken } from '#lib/core/limits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { serve } from '#lib/web/route.ts'
import { apiKeyHeaders, send, signedIn } from '#lib/web/testing/caller.ts'
import { resellerOrderCall, resellerOrdersCall } from './calls.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

async function makeReseller(points = 1_000) {
  const member = await makeMember({ points })
  const headers = await apiKeyHeaders(member)
  const post = (body: object, more: Record<string, string> = {}, call = resellerOrdersCall) =>
    send(call, { headers: { ...headers, ...more }, body })
  return { ...member, headers, post }
}

const link = '@some.body'

/** Number of rows that orders wrote for this member, by table. */
const writtenFor = (memberId: number) =>
  oneRow(
    db(),
    `SELECT (SELECT count(*)::int FROM orders WHERE member_id = $1) AS orders,
       (SELECT count(*)::int FROM point_entries WHERE member_id = $1) AS entries,
       (SELECT count(*)::int FROM idempotency_keys WHERE member_id = $1) AS keys`,
    [memberId],
  )

const untouched = { orders: 0, entries: 1, keys: 0 }

test('a call answers with the numbers of its orders and the refusals, in the order of its rows', async () => {
  const { post } = await makeReseller()
  const serviceId = await makeService({ price: 2 })
  const { status, json } = await post({
    orders: [
      { serviceId, link, amount: 3 },
      { serviceId, link: '' },
    ],
  })
  expect({ status, json }).toEqual({
    status: 201,
    json: {
      placed: 1,
      total: 2,
      point: 6,
      results: [
        { index: 0, wId: expect.any(Number) },
        { index: 1, code: 'BAD_INPUT', message: '주문 링크를 입력해주세요.' },
      ],
    },
  })
})

test.each([
  ['no rows', []],
  ['more than 1,000 rows', Array.from({ length: 1_001 }, () => ({}))],
  ['no list', 'all'],
])('%s are refused as a whole, and nothing is placed', async (_, orders) => {
  const { id, post } = await makeReseller()
  expect(await post({ orders })).toMatchObject({ status: 400, json: { message: '주문에 실패했습니다.' } })
  expect(await writtenFor(id)).toEqual(untouched)
})

test('1,000 rows are placed with one row of the ledger', async () => {
  const { id, post } = await makeReseller(1_000)
  const serviceId = await makeService()
  const { json } = await post({ orders: Array.from({ length: 1_000 }, () => ({ serviceId, link, amount: 1 })) })
  expect(json).toMatchObject({ placed: 1_000, total: 1_000, point: 1_000 })
  expect(json.results.map((row: { index: number }) => row.index)).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
  expect(await writtenFor(id)).toEqual({ orders: 1_000, entries: 2, keys: 0 })
})

test('a row of the wrong form, a huge link or an index of its own harms no other row', async () => {
  const { post } = await makeReseller()
  const serviceId = await makeService()
  const right = { serviceId, link, amount: 1, index: 0 }
  const orders = [right, null, 7, { ...right, amount: '1' }, { ...right, link: 'x'.repeat(2_001) }, right]
  const { status, json } = await post({ orders })
  expect(status).toBe(201)
  const malformed = { code: 'BAD_INPUT', message: '주문에 실패했습니다.' }
  expect(json.results).toEqual([
    { index: 0, wId: expect.any(Number) },
    ...[1, 2, 3, 4].map((index) => ({ index, ...malformed })),
    { index: 5, wId: expect.any(Number) },
  ])
})

test('a text that can’t be stored refuses its row only', async () => {
  const { post } = await makeReseller()
  const serviceId = await makeService()
  const right = { serviceId, link, amount: 1 }
  // Half an emoji, which is left when a program cuts a text after a number of UTF-16 code units.
  const half = '🙂'.slice(0, 1)
  const orders = [
    right,
    { ...right, link: `@some${half}` },
    { ...right, comments: ['a\u0000b'] },
    { ...right, [half]: 1 },
  ]
  const { status, json } = await post({ orders })
  expect(status).toBe(201)
  const malformed = { code: 'BAD_INPUT', message: '주문에 실패했습니다.' }
  expect(json.results).toEqual([
    { index: 0, wId: expect.any(Number) },
    { index: 1, ...malformed },
    { index: 2, ...malformed },
    { index: 3, wId: expect.any(Number) },
  ])
})

test('a call counts as one write for each 100 orders begun', async () => {
  const { post } = await makeReseller()
  // The clock stands still, so that the rate limit gains no token between two calls.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const left = async (orders: number) => {
    const { headers } = await post({ orders: Array.from({ length: orders }, () => ({})), dryRun: true })
    return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  }
  const first = await left(100)
  expect(first - (await left(101))).toBe(2)
  expect(first - (await left(1_000))).toBe(12)
})

test('a call over the limit takes one write of it for its body, so that others of the key go on', async () => {
  const { id, post } = await makeReseller()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const key = await oneRow<{ id: number }>(db(), 'SELECT id FROM api_keys WHERE member_id = $1', [id])
  const buckets = { key: `key:${key.id}`, ofMember: `keys:${id}` }
  for (let taken = 5; taken < effectiveLimit('writes').burst; taken++) takeKeyToken('writes', buckets)
  const statusOf = async (orders: number) =>
    (await post({ orders: Array.from({ length: orders }, () => ({})), dryRun: true })).status
  for (let attempt = 0; attempt < 3; attempt++) expect(await statusOf(1_000)).toBe(429)
  for (let left = 2; left > 0; left--) expect(await statusOf(100)).toBe(200)
  expect(await statusOf(100)).toBe(429)
})

test('a body up to 1 MiB is read, a larger one refused', async () => {
  const { id, headers } = await makeReseller()
  const ask = (length: number) =>
    serve(resellerOrdersCall).POST(
      new Request('http://127.0.0.1/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{ "orders": [{}] }'.padEnd(length),
      }),
    )
  expect((await ask(1_048_576)).status).toBe(201)
  expect((await ask(1_048_577)).status).toBe(413)
  expect(await writtenFor(id)).toEqual(untouched)
})

test('with atomic a refused row refuses the call, with the rows to correct', async () => {
  const { id, post } = await makeReseller()
  const serviceId = await makeService()
  const orders = [
    { serviceId, link, amount: 1 },
    { serviceId: 999_999, link, amount: 1 },
  ]
  const refused = await post({ orders, atomic: true }, { 'idempotency-key': 'one' })
  expect({ status: refused.status, json: refused.json }).toEqual({
    status: 409,
    json: {
      ...{ placed: 0, total: 2, point: 0 },
      results: [{ index: 1, code: 'NOT_FOUND', message: '존재하지 않는 상품입니다.' }],
      ...{ code: 'CONFLICT', message: '1건에 문제가 있어 아무것도 주문하지 않았어요.' },
    },
  })
  expect(await writtenFor(id)).toEqual(untouched)
})

test('ten replays of one key at once are answered byte for byte the same, and another body is refused', async () => {
  const { id, post } = await makeReseller()
  const serviceId = await makeService()
  const body = { orders: [{ serviceId, link, amount: 1 }, { serviceId: 0 }, { serviceId, link, amount: 2 }] }
  const once = { 'idempotency-key': 'one' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, once)))
  expect(new Set(answers.map(({ status, body: bytes }) => `${status} ${bytes}`)).size).toBe(1)
  expect(await writtenFor(id)).toEqual({ orders: 2, entries: 2, keys: 1 })
  expect(await post({ orders: body.orders.slice(1) }, once)).toMatchObject({ status: 409 })
  expect(await post({ orders: [] }, once)).toMatchObject({ status: 400 })
})

test('a dry run of either call prices, refuses and writes nothing, whatever Idempotency-Key it has', async () => {
  const { id, post } = await makeReseller()
  const serviceId = await makeService({ price: 2 })
  const once = { 'idempotency-key': 'one' }
  const order = { serviceId, link, amount: 3 }
  const single = await post({ ...order, dryRun: true }, once, resellerOrderCall)
  expect(single).toMatchObject({ status: 200, json: { amount: 3, point: 6 } })
  const refused = await post({ ...order, amount: 501, dryRun: true }, once, resellerOrderCall)
  expect(refused).toMatchObject({ status: 400, json: { code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.' } })
  const bulk = await post({ orders: [order, { ...order, amount: 499 }], dryRun: true }, once)
  expect(bulk).toMatchObject({ status: 200, json: { placed: 1, total: 2, point: 6 } })
  expect(bulk.json.results).toMatchObject([
    { index: 0, amount: 3, point: 6 },
    { index: 1, code: 'INSUFFICIENT_POINTS' },
  ])
  const whole = await post({ orders: [order, { ...order, amount: 499 }], atomic: true, dryRun: true }, once)
  expect(whole).toMatchObject({ status: 200, json: { placed: 0, total: 2, point: 0 } })
  expect(await writtenFor(id)).toEqual(untouched)
  expect(await post(order, once, resellerOrderCall)).toMatchObject({ status: 201 })
  expect(await post({ ...order, dryRun: 'yes' }, {}, resellerOrderCall)).toMatchObject({ status: 400 })
})

test('on the web a dry run says what the rows cost that only the balance refuses, and no other', async () => {
  const member = await signedIn({ points: 100 })
  const [dear, poll] = [await makeService({ price: 30 }), await makeService({ type: 'Poll' })]
  const orders = [
    { serviceId: dear, link, amount: 3 },
    { serviceId: dear, link, amount: 4 },
    { serviceId: poll, link, amount: 3 },
  ]
  const { json } = await send(placeOrdersCall, { headers: member.headers, body: { orders, dryRun: true } })
  expect(json).toMatchObject({
    ...{ placed: 1, point: 90, balance: 100 },
    results: [
      { point: 90, platformId: expect.any(Number) },
      { code: 'INSUFFICIENT_POINTS', price: 120, platformId: expect.any(Number) },
      { price: null, needsDetails: true },
    ],
  })
})

test('on the web a dry run also says names, the balance, and which rows need more than the list has', async () => {
  const member = await signedIn({ points: 100 })
  const [plain, poll] = [await makeService({ price: 2 }), await makeService({ type: 'Poll' })]
  const orders = [
    { serviceId: plain, link, amount: 3 },
    { serviceId: poll, link, amount: 3 },
    { serviceId: 999_999, link },
  ]
  const { status, json } = await send(placeOrdersCall, { headers: member.headers, body: { orders, dryRun: true } })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    ...{ placed: 1, total: 3, point: 6, balance: 100 },
    results: [
      { text: '한국인 팔로워', amount: 3, point: 6 },
      { text: '한국인 팔로워', needsDetails: true },
      { text: null, needsDetails: false },
    ],
  })
})
