import { afterEach, beforeEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeRun } from './auto/make-run.ts'
import { makeAutoOrder } from './auto/testing/auto-orders.ts'
import { placeOrders } from './bulk/place-orders.ts'
import { priceOrders } from './bulk/price-orders.ts'
import { bulkRequest } from './bulk/testing/bulk-orders.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

let memberId: number
let serviceId: number
const link = 'https://www.instagram.com/one.at.a.time/'

beforeEach(async () => {
  memberId = (await makeMember({ points: 100_000 })).id
  serviceId = await makeService({ oneOrderPerLink: true, enableAuto: true })
})
afterEach(() => expectBooksBalance())

const end = (orderId: number) =>
  transitionOrder(db(), worker, { orderId, status: 2, remains: 0, startCount: null, reason: '' })

const order = (wanted: object = {}) => makeOrder({ memberId, serviceId, link, ...wanted })

test('a second order on a link is refused while the first is open, with its number, and accepted afterwards', async () => {
  const first = await order()
  await expect(order({ link: 'https://instagram.com/one.at.a.time?igsh=x' })).rejects.toMatchObject({
    code: 'ACTIVE_ORDER',
    details: { orderId: first },
  })
  await end(first)
  expect(await order()).toBeGreaterThan(first)
})

test('of twenty orders on a link at once one is placed, and only that one is paid', async () => {
  const placed = await Promise.allSettled(Array.from({ length: 20 }, () => order()))
  expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = placed.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
  expect(new Set(refusals)).toEqual(new Set(['ACTIVE_ORDER']))
})

test('services of one category share the link; another category, link, member or service without the rule does not', async () => {
  await order()
  const sibling = await makeService({ oneOrderPerLink: true, categoryOf: serviceId })
  await expect(order({ serviceId: sibling })).rejects.toMatchObject({ code: 'ACTIVE_ORDER' })
  await order({ serviceId: await makeService({ oneOrderPerLink: true }) })
  await order({ serviceId: await makeService({ categoryOf: serviceId }) })
  await order({ link: 'https://www.instagram.com/another/' })
  await order({ memberId: (await makeMember({ points: 100 })).id })
})

test('a repeated request gets the answer to the first one, not a refusal', async () => {
  const first = await order({ key: 'again' })
  expect(await order({ key: 'again' })).toBe(first)
})

test('an auto order is refused like any other, and its run waits until the link is free', async () => {
  const auto = { memberId, serviceId, amount: 1, runs: 2, interval: 60 }
  const first = await makeOrder({ memberId, serviceId })
  await expect(makeAutoOrder(auto)).rejects.toMatchObject({ code: 'ACTIVE_ORDER' })
  await end(first)
  const { id, orderId } = await makeAutoOrder(auto)
  await db().rows("UPDATE auto_orders SET next_run_at = now() - interval '1 second' WHERE id = $1", [id])
  const due = { id, price: 200n, runs: 2, completed: 1 }
  expect(await makeRun(db(), due)).toBeNull()
  await end(orderId)
  expect(await makeRun(db(), due)).not.toBeNull()
})

test('a bulk call places one order on a link, and refuses the others like single ones, in a dry run too', async () => {
  const rows = [{ serviceId, link }, { serviceId, link: `${link}?igsh=x` }, { serviceId }]
  const request = bulkRequest({ memberId, rows })
  const refused = { index: 1, code: 'ACTIVE_ORDER' }
  const priced = await priceOrders(db(), request)
  expect(priced.map((row) => ('error' in row ? row.error.code : null))).toEqual([null, 'ACTIVE_ORDER', null])
  expect((await placeOrders(db(), request)).results).toEqual([
    { index: 0, orderId: expect.any(Number) },
    expect.objectContaining(refused),
    { index: 2, orderId: expect.any(Number) },
  ])
  expect((await placeOrders(db(), bulkRequest({ memberId, rows: [{ serviceId, link }] }))).placed).toBe(0)
  const others = await Promise.all(
    [1, 2].map(() =>
      placeOrders(db(), bulkRequest({ memberId, rows: [{ serviceId, link: 'https://www.instagram.com/race/' }] })),
    ),
  )
  expect(others.map(({ placed }) => placed).toSorted()).toEqual([0, 1])
})

const codesOf = (results: readonly object[]) => results.map((row) => ('code' in row ? row.code : 'placed'))

test('a row that the balance refuses takes no link: a later row that is cheaper is placed', async () => {
  const { id } = await makeMember({ points: 10 })
  const rows = [20, 10, 1].map((amount) => ({ serviceId, link, amount }))
  const request = bulkRequest({ memberId: id, rows })
  const expected = ['INSUFFICIENT_POINTS', 'placed', 'ACTIVE_ORDER']
  const priced = await priceOrders(db(), request)
  expect(priced.map((row) => ('error' in row ? row.error.code : 'placed'))).toEqual(expected)
  expect(codesOf((await placeOrders(db(), request)).results)).toEqual(expected)
})

test('of the rows on one link that the balance refuses, a dry run asks only the price of the first', async () => {
  const { id } = await makeMember({ points: 1 })
  const rows = [{ link, amount: 20 }, { link, amount: 10 }, { amount: 5 }].map((row) => ({ serviceId, ...row }))
  const priced = await priceOrders(db(), bulkRequest({ memberId: id, rows }))
  expect(codesOf(priced.map((row) => ('error' in row ? { code: row.error.code } : row)))).toEqual(
    rows.map(() => 'INSUFFICIENT_POINTS'),
  )
  expect(priced.map((row) => ('short' in row ? row.short : null))).toEqual([2_000n, null, 500n])
})

test('with atomic every row on a link after the first is to be corrected, whatever the balance', async () => {
  const { id } = await makeMember({ points: 10 })
  const request = bulkRequest({
    ...{ memberId: id, atomic: true },
    rows: [20, 10, 1].map((amount) => ({ serviceId, link, amount })),
  })
  const expected = ['INSUFFICIENT_POINTS', 'ACTIVE_ORDER', 'ACTIVE_ORDER']
  const priced = await priceOrders(db(), request)
  expect(priced.map((row) => ('error' in row ? row.error.code : 'placed'))).toEqual(expected)
  expect(codesOf((await placeOrders(db(), request)).results)).toEqual(expected)
})

test('a balance that changes during the call never refuses both the row that had the link and the one after it', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await makeMember({ points: 20 })
    const rows = [20, 10].map((amount) => ({ serviceId, link, amount }))
    const [{ results }] = await Promise.all([
      placeOrders(db(), bulkRequest({ memberId: id, rows })),
      makeOrder({ memberId: id, serviceId: await makeService(), amount: 10 }).catch(() => null),
    ])
    expect([
      ['placed', 'ACTIVE_ORDER'],
      ['INSUFFICIENT_POINTS', 'placed'],
    ]).toContainEqual(codesOf(results))
  }
})
