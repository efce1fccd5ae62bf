import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiKeysCall } from '#lib/api-keys/calls.ts'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { makePriceGroup, putIntoPriceGroup } from '#lib/prices/testing/prices.ts'
import { resetSandboxCall } from '#lib/sandbox/calls.ts'
import { placeSimulatedOrder } from '#lib/sandbox/place-simulated-order.ts'
import {
  makeProgram,
  makeTestKeyProgram,
  makeTestProgram,
  makeVisitorProgram,
  stopClock,
} from '#lib/sandbox/testing/tester.ts'
import { send } from '#lib/web/testing/caller.ts'
import { resellerOrdersCall, resellerServicesCall } from './calls.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

/** Makes a member with 1,000 points, and two programs: one with a real key and one with a test key of his. */
async function makeBothPrograms() {
  const test = await makeTestKeyProgram(1_000)
  return { test, live: makeProgram(await issueApiKey(db(), test.member.id)), member: test.member }
}

const wrongId = { error: 'Incorrect order ID' }

describe('real and simulated orders of one member', () => {
  test('are unknown to the other kind of key, in every call', async () => {
    const { test, live } = await makeBothPrograms()
    const serviceId = await makeService({ enableAuto: true })
    const [real, simulated] = [(await live.order({ serviceId })).json.wId, (await test.order({ serviceId })).json.wId]
    const { order: auto } = await live.v2({ action: 'add', service: serviceId, runs: 2, interval: 60 })
    for (const [program, other] of [
      [test, real],
      [test, auto],
      [live, simulated],
    ] as const) {
      expect((await program.status(other)).status).toBe(404)
      for (const action of ['status', 'cancel', 'refill', 'speed_up'])
        expect(await program.v2({ action, order: other })).toEqual(wrongId)
    }
    expect(await test.v2({ action: 'status', orders: `${real},${simulated}` })).toMatchObject({
      [real]: wrongId,
      [simulated]: { status: 'Pending' },
    })
    expect(await test.v2({ action: 'cancel', orders: `${simulated},${real},${auto}` })).toEqual([
      { order: simulated, cancel: 1 },
      { order: real, cancel: wrongId },
      { order: auto, cancel: wrongId },
    ])
    expect((await live.status(real)).json.status).toBe('PENDING')
  })

  test('have a balance each', async () => {
    const { test, live, member } = await makeBothPrograms()
    const serviceId = await makeService({ price: 300 })
    await test.order({ serviceId })
    expect([await live.balance(), await test.balance()]).toEqual(['1000', '99700'])
    await live.order({ serviceId })
    expect([await live.balance(), await test.balance()]).toEqual(['700', '99700'])
    expect(await balanceOf(db(), member.id)).toBe(70_000n)
  })

  test('don’t share an Idempotency-Key', async () => {
    const { test, live } = await makeBothPrograms()
    const [serviceId, headers] = [await makeService(), { 'idempotency-key': 'same' }]
    const [first, second] = [await test.order({ serviceId }, headers), await live.order({ serviceId }, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.json.wId).toBeGreaterThan(second.json.wId)
    for (const [program, answer] of [
      [test, first],
      [live, second],
    ] as const)
      expect((await program.order({ serviceId }, headers)).body).toBe(answer.body)
    expect(await live.balance()).toBe('999')
  })
})

describe('what a member has besides', () => {
  test('his open order on a link holds up no simulated one there, singly or in bulk: a test key doesn’t learn of it', async () => {
    const { test, live } = await makeBothPrograms()
    const serviceId = await makeService({ oneOrderPerLink: true })
    const order = { serviceId, link: '@taken' }
    expect((await live.order(order)).status).toBe(201)
    expect((await live.order(order)).status).toBe(409)
    expect((await test.order(order)).status).toBe(201)
    const body = { orders: [{ ...order, amount: 1 }] }
    expect((await test.ask(resellerOrdersCall, body)).json.placed).toBe(1)
    expect((await test.order({ ...order, dryRun: true })).status).toBe(200)
  })

  test('his own prices are those of his simulated orders; the public key has the shop’s', async () => {
    const { test, member } = await makeBothPrograms()
    const serviceId = await makeService({ price: 100 })
    await putIntoPriceGroup(member.id, await makePriceGroup(10))
    const { body } = await test.ask(resellerServicesCall)
    expect(JSON.parse(body.toString())).toContainEqual(expect.objectContaining({ id: serviceId, point: 90 }))
    expect((await test.order({ serviceId, dryRun: true })).json.point).toBe(90)
    await test.order({ serviceId })
    await test.ask(resellerOrdersCall, { orders: [{ serviceId, link: '@a', amount: 1 }] })
    expect(await test.balance()).toBe('99820')
    expect((await makeVisitorProgram().order({ serviceId, dryRun: true })).json.point).toBe(100)
  })
})

describe('caps and limits', () => {
  test('what a test key orders counts in its own daily cap and in no other', async () => {
    const { test, live, member } = await makeBothPrograms()
    const capped = await makeTestProgram(member, { dailyCap: 500 })
    const serviceId = await makeService({ price: 300 })
    await test.order({ serviceId })
    expect((await capped.order({ serviceId })).status).toBe(201)
    expect((await capped.order({ serviceId })).json.message).toBe('이 API 키의 하루 한도를 넘는 주문이에요.')
    expect(await capped.v2({ action: 'add', service: serviceId })).toEqual({
      error: 'Daily limit of this API key is reached',
    })
    expect((await live.order({ serviceId })).status).toBe(201)
    const rows = (await send(apiKeysCall, { headers: member.headers })).json
    expect(rows.map((row: { spentToday: number }) => row.spentToday)).toEqual([0, 0, 300])
  })

  test('all test keys of a member share one limit, which leaves his real keys theirs', async () => {
    const { test, live, member } = await makeBothPrograms()
    const second = await makeTestProgram(member)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const left = async (program: typeof live) => {
      const { headers } = await program.ask(resellerServicesCall)
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    }
    const before = await left(test)
    for (let at = 0; at < 20; at++) await left(second)
    expect(await left(test)).toBe(before - 21)
    expect(await left(live)).toBeGreaterThanOrEqual(before)
  })

  test('a key that ends or is frozen between its look-up and the order orders nothing', async () => {
    const { member, keyId } = await makeTestKeyProgram()
    const owner = { memberId: member.id, visitor: null }
    const request = { ...orderRequest({ memberId: member.id, serviceId: await makeService() }), apiKeyId: keyId }
    await db().rows('UPDATE api_keys SET frozen_at = now() WHERE id = $1', [keyId])
    await expect(placeSimulatedOrder(db(), owner, request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await db().rows('DELETE FROM api_keys WHERE id = $1', [keyId])
    await expect(placeSimulatedOrder(db(), owner, request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(
      await db().rows('SELECT FROM sandbox_orders o JOIN sandboxes b ON b.id = o.sandbox_id WHERE member_id = $1', [
        member.id,
      ]),
    ).toEqual([])
  })

  test('of a member’s simulated orders the newest ten thousand stay', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService()]
    await tester.order({ serviceId })
    const { id } = await oneRow<{ id: number }>(db(), 'SELECT id FROM sandboxes WHERE member_id = $1', [
      tester.member.id,
    ])
    await db().rows(
      `INSERT INTO sandbox_orders (id, sandbox_id, amount, runs, price, outcome, created_at)
       SELECT nextval('sandbox_order_id_seq'), $1, 1, 1, 0, 'UNKNOWN', now() FROM generate_series(1, 10100)`,
      [id],
    )
    await db().rows('UPDATE sandboxes SET asked = 49 WHERE id = $1', [id])
    const { json } = await tester.order({ serviceId })
    const { count } = await oneRow<{ count: number }>(
      db(),
      'SELECT count(*)::int FROM sandbox_orders WHERE sandbox_id = $1',
      [id],
    )
    expect(count).toBe(10_000)
    expect((await tester.status(json.wId)).status).toBe(200)
  })
})

describe('another member', () => {
  test('neither sees nor cancels what a test key ordered', async () => {
    const [owner, thief] = [await makeTestKeyProgram(), await makeTestKeyProgram()]
    const { wId } = (await owner.order({ serviceId: await makeService() })).json
    for (const program of [thief, makeVisitorProgram()]) {
      expect((await program.status(wId)).status).toBe(404)
      for (const action of ['status', 'cancel']) expect(await program.v2({ action, order: wId })).toEqual(wrongId)
    }
    expect(await thief.balance()).toBe('100000')
  })
})

describe('a reset', () => {
  test('gives the whole balance back; earlier prices and refunds don’t count, and the orders go on', async () => {
    const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 40_000 })]
    const at = stopClock()
    const { wId } = (await tester.order({ serviceId, link: '@a#canceled' })).json
    const { order } = await tester.v2({ action: 'add', service: serviceId })
    const reset = () => send(resetSandboxCall, { headers: tester.member.headers })
    expect((await reset()).json).toEqual({ point: 100_000 })
    expect(await tester.v2({ action: 'cancel', order })).toEqual({ cancel: 1 })
    await tester.order({ serviceId })
    at(60)
    expect((await tester.status(wId)).json.status).toBe('CANCELED')
    expect(await tester.balance()).toBe('60000')
  })

  test('is possible only with the member’s own session, not with a key', async () => {
    const [tester, other] = [await makeTestKeyProgram(), await makeTestKeyProgram()]
    await tester.order({ serviceId: await makeService({ price: 100 }) })
    await send(resetSandboxCall, { headers: other.member.headers })
    expect(await tester.balance()).toBe('99900')
    expect((await send(resetSandboxCall, { headers: { 'api-key': tester.key } })).status).toBe(401)
  })
})
