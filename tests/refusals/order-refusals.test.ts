import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { resellerOrderCall } from '#lib/reseller/calls.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { apiKeyHeaders, type Headers, send, signedIn } from '#lib/web/testing/caller.ts'
import { expectRefusals, type RefusalStep } from '#lib/web/testing/refusals.ts'

afterEach(() => expectBooksBalance())
beforeEach(() => saveSettings({ ENABLE_SERVICE_CHECK: false }))

const link = 'https://www.instagram.com/some.body/'

/** The two ways to place an order: on the shop's pages with a session, and through the API with a key. */
const orderCalls: [string, Call, (points: number) => Promise<Headers>][] = [
  ['the shop', placeOrderCall, async (points) => (await signedIn({ points })).headers],
  ['the API', resellerOrderCall, async (points) => apiKeyHeaders(await signedIn({ points }))],
]

test.each(orderCalls)('an order by %s meets the rules in the contract’s order', async (_, call, callerWith) => {
  const headers = await callerWith(99)
  const serviceId = await makeService({ price: 1, min: 100, max: 200 })
  const shut = await makeService({ isReadOnly: true })
  const steps: RefusalStep[] = [
    [{}, '서비스를 선택해 주세요.'],
    [{ serviceId: 999_999_999, link: '  ' }, '주문 링크를 입력해주세요.'],
    [{ link }, '존재하지 않는 상품입니다.'],
    [{ serviceId: shut }, '주문불가 상품입니다.'],
    [{ serviceId }, '주문 수량이 최소수량보다 적습니다.'],
    [{ amount: 99 }, '주문 수량이 최소수량보다 적습니다.'],
    [{ amount: -1e300 }, '주문 수량이 최소수량보다 적습니다.'],
    [{ amount: 201 }, '주문 수량이 최대수량보다 많습니다.'],
    [{ amount: 2 ** 53 }, '주문 수량이 최대수량보다 많습니다.'],
    [{ amount: 1e300 }, '주문 수량이 최대수량보다 많습니다.'],
    [{ amount: 100 }, '포인트가 부족합니다.'],
  ]
  await expectRefusals(call, headers, steps, [400, 400, 404, 409])
  const { count } = await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM orders')
  expect(count).toBe(0)
})

test('an auto order meets its rules between the quantity and the balance', async () => {
  const { headers } = await signedIn({ points: 199 })
  const serviceId = await makeService({ price: 1, min: 100, max: 200, enableAuto: true })
  const single = await makeService()
  const steps: RefusalStep[] = [
    [{ serviceId: single, link, amount: 1, runs: 1 }, '자동주문을 지원하지 않는 상품입니다.'],
    [{ serviceId, amount: 99 }, '주문 수량이 최소수량보다 적습니다.'],
    [{ amount: 100, runs: 0, interval: 59.5 }, '자동주문 횟수는 1보다 커야 합니다'],
    [{ runs: 1 }, '자동주문 횟수는 1보다 커야 합니다'],
    [{ runs: -2 }, '자동주문 횟수는 1보다 커야 합니다'],
    [{ runs: 0.5 }, '자동주문 횟수는 1보다 커야 합니다'],
    [{ runs: 1.5 }, '자동주문 횟수는 소수점이 불가합니다'],
    [{ runs: 2 }, '자동주문 간격은 60이상 이여야 합니다'],
    [{ interval: 0 }, '자동주문 간격은 60이상 이여야 합니다'],
    [{ interval: 60.5 }, '자동주문 간격은 소수점이 불가합니다'],
    [{ interval: 60 }, '포인트가 부족합니다.'],
  ]
  await expectRefusals(placeOrderCall, headers, steps, [409])
})

test('too few points have a code of their own', async () => {
  const { headers } = await signedIn()
  const serviceId = await makeService()
  const { status, json } = await send(placeOrderCall, { headers, body: { serviceId, link, amount: 1 } })
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'INSUFFICIENT_POINTS' })
})

test('runs or interval of 0, null or absent make an order that does not repeat', async () => {
  const { headers } = await signedIn({ points: 10 })
  const serviceId = await makeService()
  for (const auto of [{}, { runs: 0, interval: 0 }, { runs: null, interval: null }]) {
    const { status, json } = await send(placeOrderCall, { headers, body: { serviceId, link, amount: 1, ...auto } })
    expect(status).toBe(201)
    expect(json).toEqual({ orderId: expect.any(Number), link, amount: 1, serviceId, point: 1 })
  }
})

test('a reseller’s runs and interval are unknown fields, and ignored', async () => {
  const headers = await apiKeyHeaders(await signedIn({ points: 10 }))
  const serviceId = await makeService({ enableAuto: true })
  const body = { serviceId, link, amount: 2, runs: 5, interval: 60 }
  const { status, json } = await send(resellerOrderCall, { headers, body })
  expect({ status, json }).toEqual({ status: 201, json: { wId: expect.any(Number) } })
})

test.each(orderCalls)('while the services are checked nothing is ordered by %s', async (_, call, callerWith) => {
  const headers = await callerWith(10)
  const serviceId = await makeService()
  await saveSettings({ ENABLE_SERVICE_CHECK: true })
  const { status, json } = await send(call, { headers, body: { serviceId, link, amount: 1 } })
  expect({ status, json }).toEqual({ status: 409, json: { message: '주문불가 상품입니다.', code: 'CONFLICT' } })
})

test.each(orderCalls)(
  'a withdrawn service, or one of a hidden platform, is not there for %s',
  async (_, call, callerWith) => {
    const headers = await callerWith(10)
    const withdrawn = await makeService()
    const hidden = await makeService({ platformId: 2 })
    await db().rows('UPDATE services SET withdrawn_at = now() WHERE id = $1', [withdrawn])
    await db().rows('UPDATE platforms SET visible = false WHERE id = 2')
    dropCached('catalog')
    for (const serviceId of [withdrawn, hidden]) {
      const { status, json } = await send(call, { headers, body: { serviceId, link, amount: 1 } })
      expect({ status, json }).toEqual({
        status: 404,
        json: { message: '존재하지 않는 상품입니다.', code: 'NOT_FOUND' },
      })
    }
  },
)

const malformedBodies: unknown[] = [
  { serviceId: '1', link, amount: 1 },
  { serviceId: 1.5, link, amount: 1 },
  { serviceId: 1, link: 5, amount: 1 },
  { serviceId: 1, link: 'x'.repeat(2_001), amount: 1 },
  { serviceId: 1, link: 'a\u0007b', amount: 1 },
  { serviceId: 1, link, amount: '10' },
  { serviceId: 1, link, amount: 1.5 },
  { serviceId: 1, link, amount: [1] },
  [],
  null,
  'text',
]

test.each(orderCalls)(
  'a body of the wrong shape has the call’s sentence for an order by %s',
  async (_, call, callerWith) => {
    const headers = await callerWith(10)
    for (const body of malformedBodies) {
      const { status, json } = await send(call, { headers, body })
      expect({ status, message: json.message, code: json.code }).toEqual({
        status: 400,
        message: '주문에 실패했습니다.',
        code: 'BAD_INPUT',
      })
      expect(Array.isArray(json.issues)).toBe(true)
      for (const issue of json.issues) expect(issue.message).toMatch(/[가-힣]/)
    }
  },
)

test('a link may be anything of 1 to 2,000 characters, and keeps what was given but the spaces around it', async () => {
  const { headers } = await signedIn({ points: 10 })
  const serviceId = await makeService()
  const links = ['@some.body', '내 계정', 'x'.repeat(2_000), "'; DROP TABLE orders; --", '\\u0000 is text', '🙂']
  for (const each of links) {
    const { status, json } = await send(placeOrderCall, { headers, body: { serviceId, link: ` ${each}\n`, amount: 1 } })
    expect({ status, link: json.link }).toEqual({ status: 201, link: each })
  }
})

test.each(orderCalls)(
  'a key by %s: the same answer again, another body a conflict, a broken key refused',
  async (_, call, callerWith) => {
    const headers = { ...(await callerWith(10)), 'idempotency-key': 'try-1' }
    const serviceId = await makeService()
    const body = { serviceId, link, amount: 1 }
    const first = await send(call, { headers, body })
    const again = await send(call, { headers, body })
    expect([again.status, again.body]).toEqual([201, first.body])
    const other = await send(call, { headers, body: { ...body, amount: 2 } })
    expect({ status: other.status, json: other.json }).toEqual({
      status: 409,
      json: { message: '같은 Idempotency-Key로 다른 요청을 보냈어요.', code: 'CONFLICT' },
    })
    for (const key of ['', ' ', '한글', 'x'.repeat(201)])
      expect((await send(call, { headers: { ...headers, 'idempotency-key': key }, body })).status).toBe(400)
  },
)
