import { afterEach, describe, expect, test, vi } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeProgram, makeTestKeyProgram, makeVisitorProgram, stopClock } from '#lib/sandbox/testing/tester.ts'
import { resellerOrderCall, resellerOrdersCall, resellerServicesCall } from './calls.ts'
import type { CallExample } from './documentation/call-documentation.ts'
import { EXAMPLE_SERVICE } from './documentation/example-values.ts'
import { orderDocumentation } from './documentation/order-documentation.ts'
import { adaptExampleToShop } from './documentation/shop-examples.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

const wrongId = { error: 'Incorrect order ID' }

describe('the public test key', () => {
  test('orders without an account; anybody who knows an order’s id can read it, but not with a real key', async () => {
    const visitor = makeVisitorProgram()
    const { status, json } = await visitor.order({ serviceId: await makeService() })
    expect([status, visitor.key]).toEqual([201, expect.stringMatching(/^sk_test_[0-9a-f]{40}$/)])
    expect((await makeVisitorProgram().status(json.wId)).json.status).toBe('PENDING')
    const test = await makeTestKeyProgram()
    const live = makeProgram(await issueApiKey(db(), test.member.id))
    for (const program of [test, live]) expect((await program.status(json.wId)).status).toBe(404)
  })

  test('can’t cancel a stranger’s order, nor get his answer by his Idempotency-Key', async () => {
    const [visitor, stranger] = [makeVisitorProgram('192.0.2.1'), makeVisitorProgram('192.0.2.2')]
    const [serviceId, headers] = [await makeService({ price: 1_000 }), { 'idempotency-key': 'docs-example' }]
    const { wId } = (await visitor.order({ serviceId }, headers)).json
    expect(await stranger.v2({ action: 'cancel', order: wId })).toEqual(wrongId)
    expect((await stranger.order({ serviceId, amount: 2 }, headers)).json.wId).not.toBe(wId)
    expect((await visitor.order({ serviceId }, headers)).json.wId).toBe(wId)
    expect([await visitor.balance(), await stranger.balance()]).toEqual(['99000', '98000'])
    expect(await makeVisitorProgram('192.0.2.1').v2({ action: 'cancel', order: wId })).toEqual({ cancel: 1 })
  })

  test('has its balance back after an hour', async () => {
    const [visitor, serviceId] = [makeVisitorProgram(), await makeService({ price: 60_000 })]
    const at = stopClock()
    expect((await visitor.order({ serviceId })).status).toBe(201)
    expect((await visitor.order({ serviceId })).json.message).toBe('포인트가 부족합니다.')
    at(3_601)
    expect((await visitor.order({ serviceId })).status).toBe(201)
  })

  test('orders the first example, as it is copied, more often than its balance holds', async () => {
    const [visitor, stranger] = [makeVisitorProgram(), makeVisitorProgram()]
    const id = await makeService({ price: 98, max: 1_000 })
    const services = new Map([[EXAMPLE_SERVICE, { id, min: 1, max: 1_000 }]])
    const [example] = orderDocumentation.examples
    const { body } = adaptExampleToShop(example as CallExample, { services })
    for (let at = 0; at < 10; at++) await visitor.ask(resellerOrderCall, body)
    expect(await visitor.balance()).toBe('2000')
    for (const more of [{ dryRun: true }, {}])
      expect((await visitor.ask(resellerOrderCall, { ...(body as object), ...more })).json).not.toHaveProperty('code')
    expect([await visitor.balance(), await stranger.balance()]).toEqual(['90200', '100000'])
    for (let at = 0; at < 20; at++) expect((await visitor.ask(resellerOrderCall, body)).status).toBe(201)
  })

  test('fills up its balance for 50,000 points together at most; earlier refunds add nothing to it', async () => {
    const [visitor, serviceId] = [makeVisitorProgram(), await makeService({ price: 50_000 })]
    const [dear, cheap] = [await makeService({ price: 50_001 }), await makeService({ price: 10 })]
    const bulk = (...ids: number[]) =>
      visitor.ask(resellerOrdersCall, { orders: ids.map((id, at) => ({ serviceId: id, link: `@a${at}`, amount: 1 })) })
    const at = stopClock()
    await visitor.order({ serviceId, link: '@a#canceled' })
    const { wId } = (await visitor.order({ serviceId })).json
    expect((await visitor.order({ serviceId: dear })).json.code).toBe('INSUFFICIENT_POINTS')
    expect((await bulk(serviceId, cheap)).json).toMatchObject({ results: [{}, { code: 'INSUFFICIENT_POINTS' }] })
    expect(await visitor.balance()).toBe('0')
    expect((await bulk(cheap, cheap)).json.placed).toBe(2)
    expect(await visitor.v2({ action: 'cancel', order: wId })).toEqual({ cancel: 1 })
    at(45)
    expect(await visitor.balance()).toBe('99980')
  })

  test('is limited by address', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const left = async (address: string) => {
      const { headers } = await makeVisitorProgram(address).ask(resellerServicesCall)
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    }
    const before = await left('192.0.2.10')
    for (let at = 0; at < 20; at++) await left('192.0.2.10')
    expect(await left('192.0.2.10')).toBe(before - 21)
    expect(await left('192.0.2.11')).toBe(before)
  })

  test('leaves traces of two thousand addresses at most, and none by which an address is known', async () => {
    const serviceId = await makeService()
    const { wId } = (await makeVisitorProgram('192.0.2.20').order({ serviceId })).json
    await db().rows(
      `INSERT INTO sandboxes (visitor, used_at) SELECT decode(md5(n::text), 'hex'), now() + interval '1 hour'
       FROM generate_series(1, 2000) AS n`,
    )
    await makeVisitorProgram('192.0.2.21').order({ serviceId })
    const visitors = await db().rows<{ text: string }>(
      'SELECT b::text AS text FROM sandboxes b WHERE member_id IS NULL',
    )
    expect(visitors).toHaveLength(2_000)
    expect(JSON.stringify(visitors)).not.toContain('192.0.2')
    expect((await makeVisitorProgram().status(wId)).status).toBe(404)
  })
})
