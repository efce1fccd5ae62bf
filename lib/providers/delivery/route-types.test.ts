import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { setRoutesCall } from '../calls.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { makeDeliveredService, makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'

const REFUSED_LINK = 'https://www.instagram.com/p/refused/'
let fakeProvider: FakeProvider
beforeAll(async () => {
  fakeProvider = await startFakeProvider({ fault: (link) => (link === REFUSED_LINK ? 'badLink' : undefined) })
})
afterAll(() => fakeProvider.stop())
beforeEach(() => db().rows('UPDATE providers SET enabled = false'))
afterEach(() => expectBooksBalance())

/** Puts a service of this type into a provider's list. */
const listAs = (providerId: number, remoteId: string, type: string) =>
  db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed)
     VALUES ($1, $2, 'x', $3, '', 1, 1, 1000, false, false, false)
     ON CONFLICT (provider_id, remote_id) DO UPDATE SET type = excluded.type`,
    [providerId, remoteId, type],
  )

/**
 * Creates a service with two providers. `place` places an order of the service; both providers refuse it if `link` is
 * REFUSED_LINK.
 */
async function orderWithFallback(link: string) {
  const [first, second] = [await makeProvider(fakeProvider), await makeProvider(fakeProvider)]
  const serviceId = await makeDeliveredService([first, second])
  const { id: memberId } = await makeMember({ points: 100 })
  const place = () => makeOrder({ memberId, serviceId, link, amount: 30 })
  return { first, second, memberId, serviceId, place }
}

test('a fallback provider’s service of another type gets no order: refused by the first, it is cancelled and paid back', async () => {
  const { second, memberId, place } = await orderWithFallback(REFUSED_LINK)
  await listAs(second, '2', 'Package')
  const orderId = await place()
  for (let round = 0; round < 3; round++) await sendWaitingOrders()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: orderStatus.CANCELED, outcomes: ['REFUSED'] })
  expect(await balanceOf(db(), memberId)).toBe(10_000n)
})

test('one of the same type, or that no list has, gets what the first refused', async () => {
  for (const type of ['Default', null]) {
    const { second, place } = await orderWithFallback(REFUSED_LINK)
    if (type !== null) await listAs(second, '2', type)
    const orderId = await place()
    for (let round = 0; round < 3; round++) await sendWaitingOrders()
    expect([type, (await readDeliveryOutcome(orderId)).outcomes]).toEqual([type, ['REFUSED', 'REFUSED']])
  }
})

test('an order that waits while its first provider’s service becomes another type goes to the next of its type', async () => {
  const { first, second, place } = await orderWithFallback('https://www.instagram.com/p/waits/')
  const orderId = await place()
  await listAs(first, '1', 'Other')
  await listAs(second, '2', 'Default')
  expect(await sendWaitingOrders()).toBe(1)
  const [attempt] = await db().rows('SELECT provider_id, outcome FROM provider_attempts WHERE order_id = $1', [orderId])
  expect(attempt).toEqual({ providerId: second, outcome: 'SENT' })
})

test('a route to a service of another type is refused when staff set it', async () => {
  const { second, serviceId } = await orderWithFallback('https://www.instagram.com/p/none/')
  const owner = await signedIn({ role: 'OWNER' })
  const headers = { ...owner.headers, ...(await reauthHeaders(owner)) }
  const path = `/api/admin/services/${serviceId}/routes`
  const setRoute = async (providerServiceId: string) =>
    (await send(setRoutesCall, { path, headers, body: { routes: [{ providerId: second, providerServiceId }] } })).status
  await listAs(second, '8', 'Poll')
  await listAs(second, '9', 'Default')
  expect([await setRoute('8'), await setRoute('9'), await setRoute('10')]).toEqual([409, 200, 200])
})
