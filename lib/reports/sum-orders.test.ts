import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { listServiceAtPrice } from '#lib/providers/delivery/testing/list-service-at-price.ts'
import { makeServiceWithFallbacks } from '#lib/providers/delivery/testing/make-service-with-fallbacks.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { sendWaitingOrders } from '#lib/providers/testing/providers.ts'
import { reportLines } from './queries/lines.ts'
import { rollUpOrders } from './roll-up-orders.ts'
import { roundedCostSql } from './sum-orders.ts'

// The provider `first` refuses every order whose link contains `refused`; the provider `others` accepts every order.
let first: FakeProvider
let others: FakeProvider

beforeAll(async () => {
  first = await startFakeProvider({ fault: (link) => (link.includes('refused') ? 'badLink' : undefined) })
  others = await startFakeProvider()
})
afterAll(() => Promise.all([first.stop(), others.stop()]))
beforeEach(() => db().rows('UPDATE providers SET enabled = false'))
afterEach(() => expectBooksBalance())

const costOf = async (delivered: bigint | null, unitCost: bigint | null): Promise<bigint> => {
  const [row] = await db().rows<{ cost: bigint }>(
    `SELECT ${roundedCostSql('d')} AS cost FROM (SELECT $1::bigint AS delivered, $2::bigint AS unit_cost) AS d`,
    [delivered, unitCost],
  )
  return row?.cost ?? -1n
}

/** Rounds thousandths to a whole number, halves away from zero, as PostgreSQL rounds a numeric. */
const rounded = (thousandths: bigint): bigint =>
  thousandths < 0n ? -((-thousandths + 500n) / 1000n) : (thousandths + 500n) / 1000n

const quantities = [
  0n,
  1n,
  3n,
  499n,
  500n,
  501n,
  999_999_999n,
  1_000_000_000n,
  1_000_000_001n,
  4_000_000_000n,
  -1n,
  -500n,
  -1_501n,
]
const unitCosts = [0n, 1n, 499n, 1_000n, 123_457n, 8_999_999_999n, 9_000_000_000n, 9_000_000_001n]

test.each(quantities)(
  'the cost of %d is rounded once, half of a hundredth away from zero, also where the product is beyond 2^63',
  async (delivered) => {
    for (const unitCost of unitCosts) expect(await costOf(delivered, unitCost)).toBe(rounded(delivered * unitCost))
  },
)

test('an unknown cost is 0', async () => {
  expect([await costOf(5n, null), await costOf(null, 5n), await costOf(null, null)]).toEqual([0n, 0n, 0n])
})

const today = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

/** Sends an order of 30 units for 60 points to the providers of its service; the first provider refuses it. */
async function sendRefused(serviceId: number): Promise<void> {
  const { id: memberId } = await makeMember({ points: 1_000 })
  await makeOrder({ memberId, serviceId, link: 'https://www.instagram.com/p/refused/', amount: 30 })
  for (let round = 0; round < 3; round++) await sendWaitingOrders()
}

/**
 * Cost of a provider's orders of today, and (`unknown`) sales less refunds of those whose cost isn't known. Undefined
 * if today's report has no line for the provider.
 */
async function costAt(providerId: number | undefined): Promise<{ cost: number; unknown: number } | undefined> {
  const lines = await reportLines(db(), { from: today(), to: today(), by: 'provider' })
  const line = lines.find(({ key }) => key === String(providerId))
  return line && { cost: line.cost, unknown: line.unknown }
}

/** Returns the results of `costAt` before and after the day's sums are stored. */
async function costsAt(providerId: number | undefined) {
  const before = await costAt(providerId)
  await rollUpOrders(db(), new Date())
  return [before, await costAt(providerId)]
}

test('an order that a fallback provider took costs what that provider charges, not what the first one does', async () => {
  const { serviceId, providers } = await makeServiceWithFallbacks(first, others, [1.5])
  await sendRefused(serviceId)
  const cost = { cost: 45, unknown: 0 }
  expect(await costsAt(providers[1])).toEqual([cost, cost])
  expect(await costAt(providers[0])).toBeUndefined()

  // A price that the provider charges from now on doesn't change the cost of the day.
  await listServiceAtPrice(providers[1] ?? 0, '2', 2_000)
  await sendRefused(serviceId)
  expect(await costsAt(providers[1])).toEqual([
    { cost: 90, unknown: 0 },
    { cost: 90, unknown: 0 },
  ])
})

test('each provider of a service costs its own price', async () => {
  const { serviceId, providers } = await makeServiceWithFallbacks(first, others, [1.5])
  const { id: memberId } = await makeMember({ points: 1_000 })
  await makeOrder({ memberId, serviceId, amount: 10 })
  await sendRefused(serviceId)
  expect(await costsAt(providers[0])).toEqual([
    { cost: 10, unknown: 0 },
    { cost: 10, unknown: 0 },
  ])
  expect(await costAt(providers[1])).toEqual({ cost: 45, unknown: 0 })
})

test.each([
  ['its list lacks the service', "UPDATE provider_services SET remote_id = remote_id || 'x' WHERE provider_id = $1"],
  ['its exchange rate isn’t known', "UPDATE providers SET currency = 'USD' WHERE id = $1"],
  ['its list names another type', "UPDATE provider_services SET type = 'Package' WHERE provider_id = $1"],
  [
    'its list names an impossible price',
    `WITH raised AS (UPDATE provider_services SET rate = ${10n ** 18n - 1n} WHERE provider_id = $1 RETURNING provider_id)
     INSERT INTO provider_price_lists (provider_id, exchange_rate) SELECT provider_id, ${10n ** 11n} FROM raised`,
  ],
  ['no route leads to it any more', 'DELETE FROM service_routes WHERE provider_id = $1'],
])('the cost at a fallback provider isn’t known if %s', async (_, change) => {
  const { serviceId, providers } = await makeServiceWithFallbacks(first, others, [1.5])
  await sendRefused(serviceId)
  await db().rows(change, [providers[1]])
  const unknown = { cost: 0, unknown: 60 }
  expect(await costsAt(providers[1])).toEqual([unknown, unknown])
})
