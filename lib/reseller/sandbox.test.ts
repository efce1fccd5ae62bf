import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeTestKeyProgram, stopClock } from '#lib/sandbox/testing/tester.ts'
import { resellerServicesCall } from './calls.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

/** Counts all rows in the shop that real orders write. */
const countRealRows = () =>
  oneRow(
    db(),
    `SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM auto_orders) AS auto_orders,
       (SELECT count(*)::int FROM order_events) AS events, (SELECT count(*)::int FROM point_entries) AS entries,
       (SELECT count(*)::int FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM webhook_deliveries) AS webhooks`,
  )

describe('a test key', () => {
  test('orders without points: the order walks through its states and costs only the sandbox', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 98 })]
    const before = await countRealRows()
    const at = stopClock()
    const { status, json } = await tester.order(
      { serviceId, link: '@a#partial', amount: 101 },
      { 'idempotency-key': 'k' },
    )
    expect([status, json]).toEqual([201, { wId: expect.any(Number) }])
    expect(json.wId).toBeGreaterThanOrEqual(500_000_000)
    const states = []
    for (const seconds of [0, 10, 20, 45]) {
      at(seconds)
      states.push((await tester.status(json.wId)).json)
    }
    expect(states).toEqual([
      { status: 'PENDING', remains: 101, startCount: null },
      { status: 'PROCESSING', remains: 101, startCount: null },
      { status: 'IN PROGRESS', remains: 101, startCount: expect.any(Number) },
      { status: 'PARTIAL', remains: 51, startCount: expect.any(Number) },
    ])
    // 101 units cost 9,898 points; the price of 51 units was refunded.
    expect(await tester.balance()).toBe('95100')
    expect(await countRealRows()).toEqual(before)
  })

  test('reads the real catalogue at its member’s prices', async () => {
    const [tester, id] = [await makeTestKeyProgram(), await makeService({ price: 1.5 })]
    const { body } = await tester.ask(resellerServicesCall)
    expect(JSON.parse(body.toString())).toContainEqual(expect.objectContaining({ id, point: 1.5 }))
    expect(await tester.v2({ action: 'services' })).toContainEqual(
      expect.objectContaining({ service: id, rate: '1500' }),
    )
  })

  test('is refused what a real key is refused, in the same words', async () => {
    const tester = await makeTestKeyProgram(1_000_000)
    const serviceId = await makeService({ min: 10, max: 50, price: 1 })
    const dear = await makeService({ price: 100_001 })
    const readOnly = await makeService({ isReadOnly: true })
    const refused = async (body: Record<string, unknown>) => {
      const { status, json } = await tester.order(body)
      return [status, json.message]
    }
    expect(await refused({ serviceId, amount: 9 })).toEqual([400, '주문 수량이 최소수량보다 적습니다.'])
    expect(await refused({ serviceId, amount: 51 })).toEqual([400, '주문 수량이 최대수량보다 많습니다.'])
    expect(await refused({ serviceId, amount: 10, link: '' })).toEqual([400, '주문 링크를 입력해주세요.'])
    expect(await refused({ serviceId: 999_999_999 })).toEqual([404, '존재하지 않는 상품입니다.'])
    expect(await refused({ serviceId: readOnly })).toEqual([409, '주문불가 상품입니다.'])
    expect(await refused({ serviceId: dear })).toEqual([400, '포인트가 부족합니다.'])
    expect(await tester.v2({ action: 'add', service: serviceId, quantity: 9 })).toEqual({
      error: 'Quantity less than minimal 10',
    })
    expect(await tester.v2({ action: 'add', service: dear })).toEqual({ error: 'Not enough funds on balance' })
    expect(await tester.balance()).toBe('100000')
  })

  test('asked at once, orders exactly as much as the sandbox has', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 9_000 })]
    const answers = await Promise.all(Array.from({ length: 20 }, () => tester.order({ serviceId })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(11)
    expect(await tester.balance()).toBe('1000')
  })

  test('of ten replays at once with one Idempotency-Key places one order; another body is refused', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 60_000 })]
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => tester.order({ serviceId }, headers)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await tester.balance()).toBe('40000')
    expect((await tester.order({ serviceId, amount: 2 }, headers)).status).toBe(409)
    // An idempotency key that was used with one call can be used again with another call.
    const added = await tester.v2({ action: 'add', service: await makeService() }, headers)
    expect(added).toEqual({ order: expect.any(Number) })
  })

  test('cancels what is pending, once, and gets its points back', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 100 })]
    const at = stopClock()
    const [first, second] = [(await tester.order({ serviceId })).json.wId, (await tester.order({ serviceId })).json.wId]
    const cancels = await Promise.all([1, 2, 3].map(() => tester.v2({ action: 'cancel', order: first })))
    expect(cancels.filter(({ cancel }) => cancel === 1)).toHaveLength(1)
    expect(await tester.balance()).toBe('99900')
    at(10)
    expect(await tester.v2({ action: 'cancel', order: second })).toEqual({ error: 'Order cannot be cancelled' })
    expect(await tester.v2({ action: 'cancel', orders: `${first},${second},7` })).toEqual([
      { order: first, cancel: { error: 'Order cannot be cancelled' } },
      { order: second, cancel: { error: 'Order cannot be cancelled' } },
      { order: 7, cancel: { error: 'Incorrect order ID' } },
    ])
  })

  test('orders runs, reads statuses singly and in lists, and is refused refills', async () => {
    const [tester, service] = [await makeTestKeyProgram(), await makeService({ enableAuto: true, price: 10 })]
    const at = stopClock()
    const { order: auto } = await tester.v2({ action: 'add', service, quantity: 3, runs: 4, interval: 60 })
    const { order: lost } = await tester.v2({ action: 'add', service, link: '@a#unknown' })
    const { order: dead } = await tester.v2({ action: 'add', service, link: '@a#canceled' })
    expect(await tester.v2({ action: 'add', service, runs: 1, interval: 60 })).toEqual({ error: 'Incorrect runs' })
    expect(await tester.v2({ action: 'add', service: await makeService(), runs: 2, interval: 60 })).toEqual({
      error: 'Incorrect runs',
    })
    at(60)
    const state = { currency: 'KRW', start_count: expect.any(String) }
    expect(await tester.v2({ action: 'status', orders: [auto, lost, dead, 5] })).toEqual({
      [auto]: { ...state, charge: '120', status: 'Completed', remains: '0' },
      [lost]: { ...state, charge: '10', status: 'Pending', remains: '1' },
      [dead]: { ...state, charge: '0', status: 'Canceled', remains: '1' },
      5: { error: 'Incorrect order ID' },
    })
    expect(await tester.v2({ action: 'status', order: auto })).toMatchObject({ status: 'Completed' })
    expect((await tester.status(auto)).status).toBe(404)
    expect(await tester.balance()).toBe('99870')
    expect(await tester.v2({ action: 'refill', order: auto })).toEqual({ error: 'Refill is not available' })
    expect(await tester.v2({ action: 'speed_up', order: auto })).toEqual({ error: 'Speed up is not available' })
    expect(await tester.v2({ action: 'refill', order: 5 })).toEqual({ error: 'Incorrect order ID' })
    expect(await tester.v2({ action: 'refill_status', refill: 5 })).toEqual({ error: 'Incorrect refill ID' })
  })
})

test.each(serviceTypeNames)('an order of the type %s is simulated from its parameters', async (type) => {
  const [tester, service] = [await makeTestKeyProgram(), await makeService({ type, price: 1 })]
  const { sent, parameters } = ordersByType[type]
  const byV2 = await tester.v2({ action: 'add', service, quantity: '', ...parameters })
  const direct = (await tester.order({ serviceId: service, amount: 3, ...sent })).json
  const posts = type === 'Subscriptions' && { posts: String(parameters.posts), expiry: expect.any(String) }
  for (const order of [byV2.order, direct.wId])
    expect(await tester.v2({ action: 'status', order })).toEqual({
      ...{ status: 'Pending', start_count: '0', currency: 'KRW', ...posts },
      ...{ charge: expect.any(String), remains: String(quantityByType[type]) },
    })
})
