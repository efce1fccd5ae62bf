import { afterEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { placeSimulatedOrder } from '#lib/sandbox/place-simulated-order.ts'
import {
  makeTestKeyProgram,
  makeTestProgram,
  makeVisitorProgram,
  type Program,
  stopClock,
} from '#lib/sandbox/testing/tester.ts'
import { resellerOrdersCall } from './calls.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

type Row = Readonly<Record<string, unknown>>

const orders = (program: Program, rows: (Row | null)[], more: Row = {}, headers: Record<string, string> = {}) =>
  program.ask(
    resellerOrdersCall,
    { orders: rows.map((row) => row && { link: '@some.body', amount: 1, ...row }), ...more },
    { headers },
  )

test('many simulated orders in one call cost their sum, and each walks on by itself', async () => {
  const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 100 })]
  const at = stopClock()
  const { status, json } = await orders(tester, [{ serviceId }, { serviceId, link: '@a#canceled' }, { serviceId: 7 }])
  expect(status).toBe(201)
  expect(json).toMatchObject({ placed: 2, total: 3, point: 200 })
  expect(json.results[2]).toEqual({ index: 2, code: 'NOT_FOUND', message: '존재하지 않는 상품입니다.' })
  at(45)
  const statuses = await Promise.all([0, 1].map((row) => tester.status(json.results[row].wId)))
  expect(statuses.map((answer) => answer.json.status)).toEqual(['COMPLETED', 'CANCELED'])
  expect(await tester.balance()).toBe('99900')
  expect(await oneRow(db(), 'SELECT count(*)::int AS real FROM orders')).toEqual({ real: 0 })
})

test('of a thousand rows those are placed that the sandbox covers, in their sequence; with atomic none', async () => {
  const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 101 })]
  const rows = Array.from({ length: 1_000 }, () => ({ serviceId }))
  const refused = await orders(tester, rows, { atomic: true })
  expect([refused.status, await tester.balance()]).toEqual([409, '100000'])
  const { json } = await orders(tester, rows)
  expect(json).toMatchObject({ placed: 990, total: 1_000, point: 99_990 })
  expect(json.results.at(-1)).toMatchObject({ index: 999, code: 'INSUFFICIENT_POINTS' })
  expect(await tester.balance()).toBe('10')
})

test('ten replays at once of one call place its orders once, with one answer', async () => {
  const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 100 })]
  const headers = { 'idempotency-key': 'bulk' }
  const rows = [{ serviceId }, { serviceId: 7 }]
  const answers = await Promise.all(Array.from({ length: 10 }, () => orders(tester, rows, {}, headers)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(await tester.balance()).toBe('99900')
  expect((await orders(tester, [{ serviceId }], {}, headers)).status).toBe(409)
})

test('a dry run prices and refuses by the sandbox’s balance and the key’s cap, and writes nothing', async () => {
  const tester = await makeTestKeyProgram()
  const capped = await makeTestProgram(tester.member, { dailyCap: 100 })
  const [cheap, dear] = [await makeService({ price: 60 }), await makeService({ price: 60_000 })]
  const dryRun = true
  expect(await tester.order({ serviceId: cheap, amount: 2, dryRun })).toMatchObject({
    status: 200,
    json: { amount: 2, point: 120 },
  })
  expect((await tester.order({ serviceId: dear, amount: 2, dryRun })).json.message).toBe('포인트가 부족합니다.')
  expect((await capped.order({ serviceId: cheap, amount: 2, dryRun })).json.message).toBe(
    '이 API 키의 하루 한도를 넘는 주문이에요.',
  )
  const { status, json } = await orders(tester, [{ serviceId: dear }, { serviceId: dear }], { dryRun })
  expect([status, json.placed, json.results[1].code]).toEqual([200, 1, 'INSUFFICIENT_POINTS'])
  expect(await db().rows('SELECT FROM sandboxes WHERE member_id = $1', [tester.member.id])).toEqual([])
})

test('a cap counts the orders of one call together', async () => {
  const { member } = await makeTestKeyProgram()
  const capped = await makeTestProgram(member, { dailyCap: 250 })
  const serviceId = await makeService({ price: 100 })
  const rows = Array.from({ length: 4 }, () => ({ serviceId }))
  const { json } = await orders(capped, rows)
  expect(json).toMatchObject({ placed: 2, point: 200 })
  expect(json.results[3]).toMatchObject({ code: 'CONFLICT', message: '이 API 키의 하루 한도를 넘는 주문이에요.' })
  expect((await capped.order({ serviceId })).status).toBe(409)
})

test('a price that changes under way is read again, never charged as it was', async () => {
  const [tester, serviceId] = [await makeTestKeyProgram(), await makeService({ price: 100 })]
  const owner = { memberId: tester.member.id, visitor: null }
  const request = orderRequest({ memberId: tester.member.id, serviceId })
  await placeSimulatedOrder(db(), owner, request)
  // Changes the price only in the database: the cached catalogue still has the old price.
  await db().rows('UPDATE services SET unit_price = unit_price * 2, revision = revision + 1 WHERE id = $1', [serviceId])
  expect((await placeSimulatedOrder(db(), owner, request)).point).toBe(200)
  expect(await tester.balance()).toBe('99700')
})

test('visitors with the public key place many orders too, each from a balance of his own', async () => {
  const [one, other] = [makeVisitorProgram(), makeVisitorProgram()]
  const serviceId = await makeService({ price: 100 })
  const [first, second] = await Promise.all(
    [one, other].map((visitor) => orders(visitor, [{ serviceId }, { serviceId }])),
  )
  expect([first?.json.placed, second?.json.placed]).toEqual([2, 2])
  expect([await one.balance(), await other.balance()]).toEqual(['99800', '99800'])
})
