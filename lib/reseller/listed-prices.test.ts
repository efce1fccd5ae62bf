import { expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { servicesCall } from '#lib/catalog/calls.ts'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { linkParameter, ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { resellerOrderCall, resellerServicesCall } from './calls.ts'
import { apiV2Call } from './v2/calls.ts'
import { makeReseller } from './v2/testing/client.ts'

const SERVICES = 5_000
const TOGETHER = 50

/** A decimal number times 10 to the power of `decimals`, exactly: scaled('1.5', 2) is 150n. */
function scaled(value: string | number, decimals: number): bigint {
  const [whole = '0', rest = ''] = String(value).split('.')
  return BigInt(whole + rest.padEnd(decimals, '0'))
}

const roundedUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor

const packages = new Set<ServiceTypeName>(['Package', 'Custom Comments Package'])

/** Types whose orders are sent with a quantity. For the other types the quantity follows from the order's details. */
const quantityTypes = new Set(serviceTypeNames.filter((type) => 'quantity' in ordersByType[type].parameters))

/** 5,000 services of every type: prices with up to five decimals, every fiftieth read-only. */
async function makeCatalogue(): Promise<void> {
  await makeService()
  await db().rows(
    `INSERT INTO services (category_id, text, unit_price, min, max, is_read_only, type)
     SELECT (SELECT min(id) FROM categories), '상품 ' || n,
       CASE n % 3 WHEN 0 THEN 1 + n % 997 WHEN 1 THEN n * 7919 % 9999991 ELSE n % 500 * 100000 + 100000 END,
       CASE WHEN type = ANY ($3) THEN 1 + n % 50 ELSE 1 END, CASE WHEN type = ANY ($4) THEN 1 ELSE 1000000 END,
       n % 50 = 0, type
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT ($2::text[])[1 + n % cardinality($2)] AS type) AS typed`,
    [SERVICES - 1, serviceTypeNames, [...quantityTypes], [...packages]],
  )
  dropCached('catalog')
}

const list = async (call: Call, key = '', raw?: string) => {
  const { body } = await send(call, { headers: { 'api-key': key }, address: newAddress(), ...(raw && { raw }) })
  return JSON.parse(body.toString())
}

type ListedRow = { id: number; point: number; min: number; type?: ServiceTypeName; isReadOnly: boolean }
type ListedRate = { service: number; rate: string }

/** Places one order for each row, fifty at a time. Returns the ids of the orders. */
async function orderAll<Row>(rows: readonly Row[], place: (row: Row) => Promise<number>): Promise<number[]> {
  const placed: number[] = []
  for (let at = 0; at < rows.length; at += TOGETHER)
    placed.push(...(await Promise.all(rows.slice(at, at + TOGETHER).map(place))))
  return placed
}

/** What was charged for each order, in hundredths of a won. */
async function chargesOf(orders: readonly number[]): Promise<bigint[]> {
  const rows = await db().rows<{ id: number; price: bigint }>('SELECT id, price FROM orders WHERE id = ANY ($1)', [
    orders,
  ])
  const byId = new Map(rows.map(({ id, price }) => [id, price]))
  return orders.map((id) => byId.get(id) ?? -1n)
}

test('of 5,000 services of every type each is listed everywhere, and costs by each call what its list says, to the hundredth', async () => {
  env().RATE_LIMIT_FACTOR = 1_000
  await makeCatalogue()
  const { key } = await makeReseller(1_000_000_000)
  const shown: ListedRow[] = await list(servicesCall)
  const listed: ListedRow[] = await list(resellerServicesCall, key)
  const rates: ListedRate[] = await list(apiV2Call, key, 'action=services')
  expect(listed).toHaveLength(SERVICES)
  expect(shown.map(({ id, point }) => [id, point])).toEqual(listed.map(({ id, point }) => [id, point]))
  const sold = listed.filter(({ isReadOnly }) => !isReadOnly)
  expect(rates.map(({ service }) => service)).toEqual(sold.map(({ id }) => id))

  const typeOf = ({ type = 'Default' }: ListedRow) => type
  const amountOf = (row: ListedRow) =>
    quantityTypes.has(typeOf(row)) ? row.min + (row.id % 13) : quantityByType[typeOf(row)]
  const byCall = await orderAll(sold, async (row) => {
    const body = { serviceId: row.id, link: '@some.body', amount: amountOf(row), ...ordersByType[typeOf(row)].sent }
    return (await send(resellerOrderCall, { headers: { 'api-key': key }, body })).json.wId
  })
  const expected = sold.map((row) => roundedUp(scaled(row.point, 5) * BigInt(amountOf(row)), 1_000n))
  expect(await chargesOf(byCall)).toEqual(expected)

  const byV2 = await orderAll(sold, async (row) => {
    const body = {
      ...{ key, action: 'add', service: row.id, ...linkParameter(typeOf(row), '@some.body') },
      ...ordersByType[typeOf(row)].parameters,
      ...(quantityTypes.has(typeOf(row)) && { quantity: amountOf(row) }),
    }
    return (await send(apiV2Call, { body })).json.order
  })
  const byRate = sold.map((row, at) => {
    const rate = rates[at]?.rate ?? ''
    if (packages.has(typeOf(row))) return roundedUp(scaled(rate, 5), 1_000n)
    return roundedUp(scaled(rate, 2) * BigInt(amountOf(row)), 1_000n)
  })
  expect(await chargesOf(byV2)).toEqual(byRate)

  for (const { id } of listed.filter(({ isReadOnly }) => isReadOnly).slice(0, 5)) {
    const body = { serviceId: id, link: '@some.body', amount: 1 }
    expect((await send(resellerOrderCall, { headers: { 'api-key': key }, body })).status).toBe(409)
  }
  await expectBooksBalance()
})
