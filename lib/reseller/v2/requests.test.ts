import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { addOrder, makeReseller } from './testing/client.ts'

afterEach(() => expectBooksBalance())

const move = (orderId: number, status: 1 | 2) =>
  transitionOrder(db(), worker, { orderId, status, remains: null, startCount: null, reason: '' })

test('refill answers the id of a refill, and refill_status how it stands', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService({ refillDays: 30 }) })
  const notAvailable = { error: 'Refill is not available' }
  expect(await reseller.ask({ action: 'refill', order })).toEqual(notAvailable)
  await move(order, orderStatus.COMPLETED)
  const { refill } = (await reseller.ask({ action: 'refill', order })) as { refill: number }
  expect(refill).toBeGreaterThan(0)
  expect(await reseller.ask({ orders: `${order},x` })).toEqual([
    { order, refill: notAvailable },
    { order: 'x', refill: { error: 'Incorrect order ID' } },
  ])
  const states = [
    ['ASKED', 'Pending'],
    ['SENT', 'In progress'],
    ['DONE', 'Completed'],
    ['REFUSED', 'Rejected'],
  ]
  for (const [state, text] of states) {
    await db().rows(
      `UPDATE order_requests SET state = $2, reason = '-', closed_at = CASE WHEN $2 IN ('DONE', 'REFUSED') THEN now() END WHERE id = $1`,
      [refill, state],
    )
    expect(await reseller.ask({ action: 'refill_status', refill })).toEqual({ status: text })
  }
  expect(await reseller.ask({ refills: `${refill},1${refill}` })).toEqual([
    { refill, status: 'Rejected' },
    { refill: Number(`1${refill}`), status: { error: 'Incorrect refill ID' } },
  ])
  const thief = await makeReseller()
  expect(await thief.ask({ refill })).toEqual({ error: 'Incorrect refill ID' })
})

test('cancel of an order that has begun is asked for where the service allows it, and moves no points by itself', async () => {
  const reseller = await makeReseller(10)
  const order = await addOrder(reseller, { service: await makeService({ canCancel: true }), quantity: 10 })
  await move(order, orderStatus.INPROGRESS)
  expect(await reseller.ask({ action: 'cancel', order })).toEqual({ cancel: 1 })
  expect(await reseller.ask({ action: 'cancel', order })).toEqual({ error: 'Order cannot be cancelled' })
  expect(await reseller.ask({ action: 'status', order })).toMatchObject({ status: 'In progress', charge: '10' })
})

test('cancel of an order that is being sent may be repeated, and is then asked for', async () => {
  const reseller = await makeReseller(10)
  const order = await addOrder(reseller, { service: await makeService({ canCancel: true }), quantity: 10 })
  const providerId = await makeProvider({ url: 'https://provider.example.com', key: 'k' })
  await db().rows('UPDATE orders SET sent_at = now() WHERE id = $1', [order])
  await db().rows('INSERT INTO provider_attempts (order_id, provider_id) VALUES ($1, $2)', [order, providerId])
  const later = { error: 'Please try again later' }
  expect(await reseller.ask({ action: 'cancel', order })).toEqual(later)
  expect(await reseller.ask({ action: 'cancel', orders: `${order},x` })).toEqual([
    { order, cancel: later },
    { order: 'x', cancel: { error: 'Incorrect order ID' } },
  ])
  await db().rows(
    "UPDATE provider_attempts SET outcome = 'SENT', finished_at = now(), provider_order_id = '7' WHERE order_id = $1",
    [order],
  )
  expect(await reseller.ask({ action: 'cancel', order })).toEqual({ cancel: 1 })
})

test('a list that fails in the middle still answers what was done before, and the rest can be asked for again', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ refillDays: 30 })
  const orders: number[] = []
  for (let count = 0; count < 4; count++) {
    const order = await addOrder(reseller, { service })
    await move(order, orderStatus.COMPLETED)
    orders.push(order)
  }
  const [first, second, failing, last] = orders
  await ownerDatabase().rows(`CREATE FUNCTION fail_as_locked() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'locked' USING ERRCODE = '55P03'; END $$`)
  await ownerDatabase().rows(`CREATE TRIGGER fails BEFORE INSERT ON order_requests FOR EACH ROW
    WHEN (NEW.order_id = ${failing}) EXECUTE FUNCTION fail_as_locked()`)
  const later = { error: 'Please try again later' }
  const answer = await reseller.ask({ action: 'refill', orders: [...orders, 'x'].join() })
  expect(answer).toEqual([
    { order: first, refill: expect.any(Number) },
    { order: second, refill: expect.any(Number) },
    { order: failing, refill: later },
    { order: last, refill: later },
    { order: 'x', refill: later },
  ])
  expect(await reseller.ask({ action: 'refill', orders: `x,${failing},${last}` })).toEqual(later)
  await ownerDatabase().rows('DROP TRIGGER fails ON order_requests')
  expect(await reseller.ask({ action: 'refill', orders: `${failing},${last}` })).toEqual([
    { order: failing, refill: expect.any(Number) },
    { order: last, refill: expect.any(Number) },
  ])
})

test('speed_up asks staff once in 24 hours, of an order that has run for 12 hours, and of nobody else’s', async () => {
  const reseller = await makeReseller()
  const order = await addOrder(reseller, { service: await makeService() })
  const notAvailable = { error: 'Speed up is not available' }
  expect(await reseller.ask({ action: 'speed_up', order })).toEqual(notAvailable)
  await move(order, orderStatus.INPROGRESS)
  expect(await reseller.ask({ action: 'speed_up', order })).toEqual(notAvailable)
  await db().rows("UPDATE orders SET created_at = now() - interval '13 hours' WHERE id = $1", [order])
  const thief = await makeReseller()
  expect(await thief.ask({ action: 'speed_up', order })).toEqual({ error: 'Incorrect order ID' })
  expect(await reseller.ask({ action: 'speed_up', orders: `${order},x` })).toEqual([
    { order, speed_up: 1 },
    { order: 'x', speed_up: { error: 'Incorrect order ID' } },
  ])
  expect(await reseller.ask({ action: 'speed_up', order })).toEqual(notAvailable)
  const asked = await db().rows(
    `SELECT q.kind, q.source, t.kind AS task FROM order_requests q JOIN tasks t ON t.ref_type = 'request' AND t.ref_id = q.id
     WHERE q.order_id = $1`,
    [order],
  )
  expect(asked).toEqual([{ kind: 'SPEED_UP', source: 'API', task: 'REQUEST' }])
})

test('a second order on a link is refused as other panels do, where the service takes one at a time', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ oneOrderPerLink: true })
  await addOrder(reseller, { service })
  expect(
    await reseller.ask({ action: 'add', service, link: 'https://www.instagram.com/some.body/', quantity: 1 }),
  ).toEqual({ error: 'You have active order with this link. Please wait until order being completed.' })
})
