import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { placeOrdersCall } from './bulk/calls.ts'
import { placeOrderCall } from './calls.ts'

afterEach(() => expectBooksBalance())

const setPrice = (serviceId: number, price: number) =>
  db().rows('UPDATE services SET unit_price = $2 WHERE id = $1', [serviceId, price * 100_000])

const priceChanged = { code: 'CONFLICT', message: '가격이 바뀌었어요. 확인하고 다시 눌러 주세요.' }

async function shopper() {
  const member = await signedIn({ points: 10_000 })
  const serviceId = await makeService({ price: 10 })
  const order = { serviceId, link: 'https://www.instagram.com/hong/', amount: 100 }
  const headersFor = (shown: string, key = `shown-${serviceId}`) => ({
    ...member.headers,
    'x-shown-price': shown,
    'idempotency-key': key,
  })
  const balance = async () => pointsToNumber(await balanceOf(db(), member.id))
  return { serviceId, order, headersFor, balance, headers: member.headers }
}

test('an order is placed at the price that the page showed, or not at all; a retry is the same order at any price', async () => {
  const { serviceId, order, headersFor, balance } = await shopper()
  await setPrice(serviceId, 12)
  const refused = await send(placeOrderCall, { headers: headersFor('1000'), body: order })
  expect([refused.status, refused.json]).toEqual([409, priceChanged])
  expect(await balance()).toBe(10_000)
  const placed = await send(placeOrderCall, { headers: headersFor('1200'), body: order })
  expect([placed.status, placed.json.point]).toEqual([201, 1_200])
  await setPrice(serviceId, 15)
  const again = await send(placeOrderCall, { headers: headersFor('1500'), body: order })
  expect([again.status, again.json]).toEqual([201, placed.json])
  expect(await balance()).toBe(8_800)
})

test('an auto order too', async () => {
  const { serviceId, order, headersFor, balance } = await shopper()
  await db().rows('UPDATE services SET enable_auto = true WHERE id = $1', [serviceId])
  const body = { ...order, runs: 3, interval: 60 }
  expect((await send(placeOrderCall, { headers: headersFor('1000'), body })).json).toEqual(priceChanged)
  expect((await send(placeOrderCall, { headers: headersFor('3000'), body })).status).toBe(201)
  expect(await balance()).toBe(7_000)
})

test('whoever shows nobody a price orders at today’s', async () => {
  const { serviceId, order, headers, balance } = await shopper()
  await setPrice(serviceId, 12)
  expect((await send(placeOrderCall, { headers, body: order })).status).toBe(201)
  expect(await balance()).toBe(8_800)
})

test('several orders cost no more than the preview said', async () => {
  const { serviceId, order, headersFor, balance } = await shopper()
  const other = { ...order, serviceId: await makeService({ price: 1 }) }
  const body = { orders: [order, other] }
  await setPrice(serviceId, 12)
  const refused = await send(placeOrdersCall, { headers: headersFor('1100'), body })
  expect([refused.status, refused.json]).toEqual([409, priceChanged])
  expect(await balance()).toBe(10_000)
  const placed = await send(placeOrdersCall, { headers: headersFor('1300'), body })
  expect([placed.status, placed.json.placed]).toEqual([201, 2])
  expect(await balance()).toBe(8_700)
})
