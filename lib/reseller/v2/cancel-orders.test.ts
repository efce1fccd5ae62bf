import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { readAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { addOrder, makeReseller } from './testing/client.ts'

afterEach(() => expectBooksBalance())

const tooLate = { error: 'Order cannot be cancelled' }
const incorrect = { error: 'Incorrect order ID' }

const start = (orderId: number) =>
  transitionOrder(db(), worker, {
    orderId,
    status: orderStatus.INPROGRESS,
    remains: null,
    startCount: null,
    reason: '',
  })

test('cancel of one order answers 1 and gives all of it back, once', async () => {
  const reseller = await makeReseller(10)
  const order = await addOrder(reseller, { service: await makeService(), quantity: 10 })
  expect(await balanceOf(db(), reseller.id)).toBe(0n)
  expect(await reseller.ask({ action: 'cancel', order })).toEqual({ cancel: 1 })
  expect(await balanceOf(db(), reseller.id)).toBe(1_000n)
  expect(await reseller.ask({ action: 'cancel', order })).toEqual(tooLate)
  expect(await balanceOf(db(), reseller.id)).toBe(1_000n)
})

test('cancel of several orders answers each of them', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const [first, begun] = [await addOrder(reseller, { service }), await addOrder(reseller, { service })]
  await start(begun)
  expect(await reseller.ask({ action: 'cancel', orders: `${first},${begun},999999999,x` })).toEqual([
    { order: first, cancel: 1 },
    { order: begun, cancel: tooLate },
    { order: 999_999_999, cancel: incorrect },
    { order: 'x', cancel: incorrect },
  ])
  expect(await reseller.ask({ action: 'cancel', orders: first })).toEqual([{ order: first, cancel: tooLate }])
})

test('an order that was sent to a provider can’t be cancelled', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  await db().rows('UPDATE orders SET sent_at = now() WHERE id = $1', [order])
  expect(await reseller.ask({ action: 'cancel', order })).toEqual(tooLate)
})

test('cancel of an auto order gives back the runs that were not made', async () => {
  const reseller = await makeReseller(30)
  const service = await makeService({ enableAuto: true })
  const auto = await addOrder(reseller, { service, quantity: 10, runs: 3, interval: 60 })
  expect(await reseller.ask({ action: 'cancel', orders: `${auto}` })).toEqual([{ order: auto, cancel: 1 }])
  expect(await readAutoOrder(auto)).toMatchObject({ completed: 1, refunded: 2_000n })
  expect(await balanceOf(db(), reseller.id)).toBe(2_000n)
  expect(await reseller.ask({ action: 'cancel', order: auto })).toEqual(tooLate)
})

test('nobody cancels another reseller’s order', async () => {
  const [owner, thief] = [await makeReseller(), await makeReseller()]
  const service = await makeService({ enableAuto: true })
  const order = await addOrder(owner, { service })
  const auto = await addOrder(owner, { service, runs: 2, interval: 60 })
  expect(await thief.ask({ action: 'cancel', order })).toEqual(incorrect)
  expect(await thief.ask({ action: 'cancel', orders: `${order}\n${auto}` })).toEqual([
    { order, cancel: incorrect },
    { order: auto, cancel: incorrect },
  ])
  expect(await balanceOf(db(), thief.id)).toBe(100_000n)
  expect(await owner.ask({ action: 'status', order })).toMatchObject({ status: 'Pending' })
})

test('of ten cancels at once of the same orders exactly one cancels each, and each is refunded once', async () => {
  const reseller = await makeReseller(3)
  const service = await makeService()
  const orders = [1, 2, 3].map(() => addOrder(reseller, { service }))
  const list = (await Promise.all(orders)).join(',')
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      () => reseller.ask({ action: 'cancel', orders: list }) as Promise<{ cancel: unknown }[]>,
    ),
  )
  const cancels = answers.flat().map(({ cancel }) => cancel)
  expect(cancels.filter((cancel) => cancel === 1)).toHaveLength(3)
  expect(cancels.filter((cancel) => cancel !== 1)).toEqual(Array(27).fill(tooLate))
  expect(await balanceOf(db(), reseller.id)).toBe(300n)
})

const noOrders: Record<string, string>[] = [
  {},
  { order: '' },
  { order: 'abc' },
  { order: '2147483647' },
  { orders: ',' },
]

test.each(noOrders)('cancel without an order of one’s own is incorrect: %j', async (parameters) => {
  const reseller = await makeReseller()
  expect(await reseller.ask({ action: 'cancel', ...parameters })).toEqual(incorrect)
})

test('no refill is available of an order whose service has none, and there are no refills of others to ask about', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  const notAvailable = { error: 'Refill is not available' }
  const unknown = { error: 'Incorrect refill ID' }
  const asRefill: Record<string, string>[] = [{ action: 'refill' }, {}]
  for (const action of asRefill) {
    expect(await reseller.ask({ ...action, order })).toEqual(notAvailable)
    expect(await reseller.ask({ ...action, order: 1 })).toEqual(incorrect)
    expect(await reseller.ask({ ...action, orders: `${order},1` })).toEqual([
      { order, refill: notAvailable },
      { order: 1, refill: incorrect },
    ])
  }
  const asStatus: Record<string, string>[] = [{ action: 'refill_status' }, {}]
  for (const action of asStatus) {
    expect(await reseller.ask({ ...action, refill: 1 })).toEqual(unknown)
    expect(await reseller.ask({ ...action, refills: '1,2' })).toEqual([
      { refill: 1, status: unknown },
      { refill: 2, status: unknown },
    ])
  }
  expect(await reseller.ask({ action: 'refill' })).toEqual(incorrect)
  expect(await reseller.ask({ action: 'refill_status' })).toEqual(unknown)
})
