import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { priceOf, ratePerThousandText } from '#lib/money/prices.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send } from '#lib/web/testing/caller.ts'
import { apiV2Call } from './calls.ts'
import { type V2Service, v2Services } from './schema.ts'
import { addOrder, makeReseller } from './testing/client.ts'

afterAll(() => expectBooksBalance())

/** The charge that a client computes from a listed rate, in hundredths of a won, rounded up as documented. */
function chargeByRate(rate: string, quantity: number): bigint {
  const [whole = '0', decimals = ''] = rate.split('.')
  const rateInHundredths = BigInt(whole + decimals.padEnd(2, '0'))
  return (rateInHundredths * BigInt(quantity) + 999n) / 1_000n
}

test('the rate listed is exactly the price charged: rate x quantity / 1000, rounded up to the hundredth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 10_000_000 }), (price, quantity) => {
      const rate = ratePerThousandText(price)
      expect(rate).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(chargeByRate(rate, quantity)).toBe(priceOf(price, quantity))
    }),
  )
})

test('every service that can be ordered is listed, and costs what the list says', async () => {
  const reseller = await makeReseller(1_000_000)
  await makeService({ isReadOnly: true })
  const prices = [0.00001, 0.003, 0.33333, 1, 98, 132.5, 1_234.56789]
  const ids = []
  for (const price of prices) {
    const offers = { enableAuto: price === 1, refillDays: price === 1 ? 30 : 0, canCancel: price === 1 }
    ids.push(await makeService({ price, min: 7, max: 20_000, ...offers }))
  }
  const listed = v2Services.parse(await reseller.ask({ action: 'services' }))
  expect(listed.map(({ service }) => service)).toEqual(ids)
  for (const { service, rate } of listed) {
    const before = await balanceOf(db(), reseller.id)
    const order = await addOrder(reseller, { service, quantity: 7 })
    const charged = before - (await balanceOf(db(), reseller.id))
    expect(charged, rate).toBe(chargeByRate(rate, 7))
    const { charge } = (await reseller.ask({ action: 'status', order })) as { charge: string }
    expect(chargeByRate(charge, 1_000)).toBe(charged)
  }
  expect(listed[3]).toEqual<V2Service>({
    service: ids[3] ?? 0,
    name: '한국인 팔로워',
    type: 'Default',
    category: '인스타그램 팔로워',
    rate: '1000',
    min: '7',
    max: '20000',
    refill: true,
    cancel: true,
    dripfeed: true,
  })
  expect(listed[0]).toMatchObject({ refill: false, cancel: false, dripfeed: false })
  const ofOtherType = await makeService({ type: 'Poll', enableAuto: true })
  const relisted = v2Services.parse(await reseller.ask({ action: 'services' }))
  expect(relisted.find(({ service }) => service === ofOtherType)).toMatchObject({ dripfeed: false })
})

test('the list is compressed for who accepts that, has the price of now, and is stored by nobody', async () => {
  const reseller = await makeReseller()
  const service = await makeService({ price: 2 })
  const search = `key=${reseller.key}&action=services`
  const zipped = await send(apiV2Call, { search, headers: { 'accept-encoding': 'gzip' } })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
  const rateIn = (rows: V2Service[]) => rows.find((row) => row.service === service)?.rate
  expect(rateIn(JSON.parse(gunzipSync(zipped.body).toString()))).toBe('2000')
  const again = await send(apiV2Call, { search, headers: { 'if-none-match': String(zipped.headers.etag) } })
  expect(again.status).toBe(200)
  await db().rows('UPDATE services SET unit_price = 300000 WHERE id = $1', [service])
  await expect.poll(async () => rateIn((await reseller.ask({ action: 'services' })) as V2Service[])).toBe('3000')
})

test('balance is what is left, as a text', async () => {
  const reseller = await makeReseller(1_000.5)
  await addOrder(reseller, { service: await makeService({ price: 0.333 }), quantity: 10 })
  expect(await reseller.ask({ action: 'balance' })).toEqual({ balance: '997.17', currency: 'KRW' })
})
