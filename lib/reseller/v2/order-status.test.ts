import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { ordersByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db } from '#lib/core/db.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import { endAutoOrders } from '#lib/orders/auto/end-auto-orders.ts'
import { makeDueRuns } from '#lib/orders/auto/make-run.ts'
import { passTime } from '#lib/orders/auto/testing/auto-orders.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { apiV2Call } from './calls.ts'
import { orderStates } from './queries.ts'
import { addOrder, makeReseller } from './testing/client.ts'

afterEach(() => expectBooksBalance())

const move = (orderId: number, status: OrderStatus, remains: number | null = null, startCount: number | null = null) =>
  transitionOrder(db(), worker, { orderId, status, remains, startCount, reason: '' })

const incorrect = { error: 'Incorrect order ID' }

test('status answers charge, start count, state and what remains as texts, and the currency', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService({ price: 0.333 }), quantity: 100 })
  const state = (changed: object) => ({
    charge: '33.3',
    start_count: '0',
    status: 'Pending',
    remains: '100',
    currency: 'KRW',
    ...changed,
  })
  const ask = () => reseller.ask({ action: 'status', order })
  expect(await ask()).toEqual(state({}))
  await move(order, orderStatus.PROCESSING)
  expect(await ask()).toEqual(state({ status: 'Processing' }))
  await move(order, orderStatus.INPROGRESS, 60, 1_200)
  expect(await ask()).toEqual(state({ status: 'In progress', remains: '60', start_count: '1200' }))
  await move(order, orderStatus.PARTIAL, 40)
  expect(await ask()).toEqual(state({ status: 'Partial', charge: '19.98', remains: '40', start_count: '1200' }))
})

test('of a subscription it also answers the last day and the number of new posts it was placed for', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Subscriptions', price: 0.5 })
  const { parameters } = ordersByType.Subscriptions
  const asked = { ...parameters, min: 10, max: 20 }
  const order = await addOrder(reseller, { service, ...asked })
  const plain = await addOrder(reseller, { service, ...asked, expiry: '' })
  const state = { charge: '30', start_count: '0', status: 'Pending', remains: '60', currency: 'KRW', posts: '2' }
  expect(await reseller.ask({ action: 'status', orders: `${order},${plain}` })).toEqual({
    [order]: { ...state, expiry: parameters.expiry },
    [plain]: { ...state, expiry: '' },
  })
  await move(order, orderStatus.INPROGRESS, 45)
  await move(order, orderStatus.PARTIAL, 25)
  expect(await reseller.ask({ action: 'status', order })).toEqual({
    ...state,
    expiry: parameters.expiry,
    charge: '17.5',
    status: 'Partial',
    remains: '25',
  })
})

/** Makes an order or auto order, and everything that has happened to it, `interval` older. */
async function makeOlder(id: number, interval: string): Promise<void> {
  await db().rows('UPDATE orders SET created_at = created_at - $2::interval WHERE $1 IN (id, auto_order_id)', [
    ...[id, interval],
  ])
  await db().rows('UPDATE auto_orders SET created_at = created_at - $2::interval WHERE id = $1', [id, interval])
  await withoutTriggers(
    `UPDATE order_events SET at = at - $2::interval
     WHERE order_id IN (SELECT id FROM orders WHERE $1 IN (id, auto_order_id))`,
    [id, interval],
  )
}

test('a subscription that runs for more than a year has a state until a year after its end', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ type: 'Subscriptions' })
  const order = await addOrder(reseller, { service, ...ordersByType.Subscriptions.parameters })
  await makeOlder(order, '2 years')
  expect(await reseller.ask({ action: 'status', order })).toMatchObject({ status: 'Pending' })
  await move(order, orderStatus.COMPLETED)
  expect(await reseller.ask({ action: 'status', order })).toMatchObject({ status: 'Completed', remains: '0' })
  await makeOlder(order, '366 days')
  expect(await reseller.ask({ action: 'status', order })).toEqual(incorrect)
})

test('a completed order remains 0, a canceled one costs 0', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const [done, canceled] = [await addOrder(reseller, { service }), await addOrder(reseller, { service })]
  await move(done, orderStatus.COMPLETED)
  await move(canceled, orderStatus.CANCELED)
  expect(await reseller.ask({ action: 'status', orders: `${done},${canceled}` })).toEqual({
    [done]: { charge: '1', start_count: '0', status: 'Completed', remains: '0', currency: 'KRW' },
    [canceled]: { charge: '0', start_count: '0', status: 'Canceled', remains: '1', currency: 'KRW' },
  })
})

test.each(['', '0', '-1', 'abc', '1.5', '１', '99999999999', '2147483647', '__proto__'])(
  'status of the order %j is incorrect',
  async (order) => {
    const reseller = await makeReseller()
    expect(await reseller.ask({ action: 'status', order })).toEqual(incorrect)
  },
)

test('a list has commas, spaces or newlines, each order once, and an error for each wrong one', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  const found = { [order]: expect.objectContaining({ status: 'Pending' }) }
  for (const orders of [`${order}`, `${order},${order}`, ` ${order} \r\n${order}\n`, `,${order},,`])
    expect(await reseller.ask({ action: 'status', orders })).toEqual(found)
  expect(await reseller.ask({ action: 'status', 'orders[0]': order, 'orders[1]': order })).toEqual(found)
  const mixed = await reseller.ask({ action: 'status', orders: `${order},2147483647,abc,__proto__,-1` })
  expect(mixed).toEqual({
    ...found,
    2147483647: incorrect,
    abc: incorrect,
    ['__proto__']: incorrect,
    '-1': incorrect,
  })
})

test('a JSON list may contain null, where a program stored no number for a refused order', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  const body = { key: reseller.key, action: 'status', orders: [null, order, null] }
  const answer = await send(apiV2Call, { raw: JSON.stringify(body), address: newAddress() })
  expect(JSON.parse(answer.body.toString())).toEqual({ [order]: expect.objectContaining({ status: 'Pending' }) })
})

test('several numbers in `order` are a list, as some clients send them', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const [first, second] = [await addOrder(reseller, { service }), await addOrder(reseller, { service })]
  const both = { [first]: expect.objectContaining({ charge: '1' }), [second]: expect.objectContaining({ charge: '1' }) }
  expect(await reseller.ask({ action: 'status', order: `${first},${second}` })).toEqual(both)
  expect(await reseller.ask({ action: 'cancel', order: `${first},${second}` })).toEqual([
    { order: first, cancel: 1 },
    { order: second, cancel: 1 },
  ])
})

test('a list without a number, or with more than 100, is refused', async () => {
  const reseller = await makeReseller()
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1_000_000).join(',')
  for (const orders of [',', ' ', ',\n,']) expect(await reseller.ask({ action: 'status', orders })).toEqual(incorrect)
  const tooMany = { error: 'Maximum 100 orders per request' }
  expect(await reseller.ask({ action: 'status', orders: numbers(101) })).toEqual(tooMany)
  expect(await reseller.ask({ action: 'cancel', orders: numbers(101) })).toEqual(tooMany)
  expect(Object.keys((await reseller.ask({ action: 'status', orders: numbers(100) })) as object)).toHaveLength(100)
  expect(await reseller.ask({ action: 'status', orders: numbers(5_000) })).toEqual(incorrect)
})

test('a hundred orders are read by one statement', async () => {
  const reseller = await makeReseller()
  const service = await makeService()
  const ids = await Promise.all(Array.from({ length: 100 }, () => addOrder(reseller, { service })))
  let statements = 0
  const counting: Database = {
    ...db(),
    rows: (...args: Parameters<Database['rows']>) => {
      statements++
      return db().rows(...args)
    },
  } as Database
  expect((await orderStates(counting, reseller.id, ids)).size).toBe(100)
  expect(statements).toBe(1)
})

test('another reseller’s orders, single and auto, are incorrect, alone and in a list', async () => {
  const [owner, thief] = [await makeReseller(), await makeReseller()]
  const service = await makeService({ enableAuto: true })
  const order = await addOrder(owner, { service })
  const auto = await addOrder(owner, { service, runs: 2, interval: 60 })
  for (const id of [order, auto]) {
    expect(await thief.ask({ action: 'status', order: id })).toEqual(incorrect)
    expect(await thief.ask({ action: 'status', orders: id })).toEqual({ [id]: incorrect })
    expect(await thief.ask({ action: 'refill', order: id })).toEqual(incorrect)
  }
})

test('orders of more than a year ago are not there any more, but what staff end only then still is', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  await makeOlder(order, '366 days')
  expect(await reseller.ask({ action: 'status', order })).toEqual(incorrect)
  await move(order, orderStatus.CANCELED)
  expect(await reseller.ask({ action: 'status', order })).toMatchObject({ status: 'Canceled', charge: '0' })
})

test('an auto order of more than a year has a state until a year after the last of its runs', async () => {
  const reseller = await makeReseller()
  const auto = await addOrder(reseller, { service: await makeService({ enableAuto: true }), runs: 2, interval: 60 })
  const ask = () => reseller.ask({ action: 'status', order: auto })
  await db().rows("UPDATE auto_orders SET created_at = created_at - interval '366 days' WHERE id = $1", [auto])
  expect(await ask()).toMatchObject({ status: 'Pending', charge: '2' })
  await reseller.ask({ action: 'cancel', order: auto })
  expect(await ask()).toMatchObject({ charge: '1' })
  await makeOlder(auto, '366 days')
  expect(await ask()).toEqual(incorrect)
})

test('an auto order’s status sums its runs', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true, price: 0.5 })
  const auto = await addOrder(reseller, { service, quantity: 10, runs: 3, interval: 60 })
  const ask = () => reseller.ask({ action: 'status', order: auto })
  const runIds = async () =>
    (await db().rows<{ id: number }>('SELECT id FROM orders WHERE auto_order_id = $1 ORDER BY run_no', [auto])).map(
      ({ id }) => id,
    )
  const state = { charge: '15', start_count: '0', status: 'Pending', remains: '30', currency: 'KRW' }
  expect(await ask()).toEqual(state)
  const [first = 0] = await runIds()
  await move(first, orderStatus.INPROGRESS, 4, 500)
  expect(await ask()).toEqual({ ...state, status: 'In progress', remains: '24', start_count: '500' })
  await move(first, orderStatus.PARTIAL, 4)
  expect(await ask()).toEqual({ ...state, status: 'In progress', remains: '24', start_count: '500', charge: '13' })
  expect(await reseller.ask({ action: 'cancel', order: auto })).toEqual({ cancel: 1 })
  expect(await ask()).toEqual({ ...state, status: 'Partial', remains: '24', start_count: '500', charge: '3' })
})

test('an auto order whose runs are all completed is completed', async () => {
  const reseller = await makeReseller()
  const auto = await addOrder(reseller, {
    service: await makeService({ enableAuto: true }),
    quantity: 5,
    runs: 2,
    interval: 60,
  })
  await passTime('61 minutes')
  await makeDueRuns(db())
  for (const { id } of await db().rows<{ id: number }>('SELECT id FROM orders WHERE auto_order_id = $1', [auto]))
    await move(id, orderStatus.COMPLETED)
  const asked = await reseller.ask({ action: 'status', order: auto })
  expect(asked).toMatchObject({ charge: '10', remains: '0' })
})

test('an auto order that has ended is partial or cancelled once staff correct its runs', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ enableAuto: true })
  const auto = await addOrder(reseller, { service, quantity: 5, runs: 2, interval: 60 })
  await passTime('61 minutes')
  await makeDueRuns(db())
  const runs = await db().rows<{ id: number }>('SELECT id FROM orders WHERE auto_order_id = $1', [auto])
  for (const { id } of runs) await move(id, orderStatus.COMPLETED)
  await endAutoOrders(db())
  const ask = () => reseller.ask({ action: 'status', order: auto })
  expect(await ask()).toMatchObject({ status: 'Completed', charge: '10', remains: '0' })
  const correct = (orderId: number) => {
    const correction = { orderId, status: orderStatus.CANCELED, remains: null, startCount: null, reason: '미작업' }
    return transitionOrder(db(), someStaff, correction)
  }
  await correct(runs[0]?.id ?? 0)
  expect(await ask()).toMatchObject({ status: 'Partial', charge: '5', remains: '5' })
  await correct(runs[1]?.id ?? 0)
  expect(await ask()).toMatchObject({ status: 'Canceled', charge: '0', remains: '10' })
})
