import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { typedServiceId } from '../testing/fake-provider-types.ts'
import { deliveryOf, makeProvider, sendAll } from '../testing/providers.ts'
import { applyUpdate } from './apply-update.ts'

let fakeProvider: FakeProvider
beforeAll(async () => {
  fakeProvider = await startFakeProvider()
})
afterAll(() => fakeProvider.stop())
afterEach(() => expectBooksBalance())

const link = 'https://www.instagram.com/p/typed/'

async function orderOfType(type: ServiceTypeName, dialect: 'FORM' | 'JSON' = 'FORM') {
  await db().rows('UPDATE providers SET enabled = false')
  const providerId = await makeProvider({ ...fakeProvider, dialect })
  const serviceId = await makeService({ type, price: 1.5 })
  await db().rows('UPDATE services SET provider_id = $2, provider_service_id = $3 WHERE id = $1', [
    serviceId,
    providerId,
    typedServiceId(type),
  ])
  const { id: memberId } = await makeMember({ points: 100 })
  const orderId = await makeOrder({ memberId, serviceId, link, amount: 3, details: ordersByType[type].sent })
  return { orderId, memberId, providerId, serviceId }
}

describe.each(serviceTypeNames)('%s', (type) => {
  test.each(['FORM', 'JSON'] as const)(
    'is sent as %s with exactly the parameters that panels document',
    async (dialect) => {
      const { orderId } = await orderOfType(type, dialect)
      expect(await sendAll()).toBe(1)
      expect(await deliveryOf(orderId)).toMatchObject({ sent: true, outcomes: ['SENT'], tasks: [] })
      const parameters = Object.entries({ link, service: typedServiceId(type), ...ordersByType[type].parameters })
      const { taken } = fakeProvider
      const { link: sentLink, service, parameters: others } = taken.at(-1) ?? {}
      expect({ link: sentLink, service, ...others }).toEqual(
        Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])),
      )
    },
  )
})

test('an order is sent as its service was when it was placed', async () => {
  const { orderId, serviceId } = await orderOfType('Poll')
  await db().rows("UPDATE services SET type = 'Default' WHERE id = $1", [serviceId])
  await sendAll()
  expect(await deliveryOf(orderId)).toMatchObject({ outcomes: ['SENT'] })
  expect(fakeProvider.taken.at(-1)?.parameters).toMatchObject({ answer_number: '2' })
})

async function reported(type: ServiceTypeName, status: number, remains: number | null) {
  const order = await orderOfType(type)
  await sendAll()
  const { id: attemptId } = await oneRow<{ id: number }>(db(), 'SELECT id FROM provider_attempts WHERE order_id = $1', [
    order.orderId,
  ])
  const update = { status: status as never, remains, startCount: null }
  await applyUpdate(db(), { ...order, attemptId, lastUpdate: null, update })
  return { ...(await deliveryOf(order.orderId)), balance: await balanceOf(db(), order.memberId) }
}

test('a partly delivered package is left to staff, whatever the provider counts: it would be refunded whole', async () => {
  expect(await reported('Package', orderStatus.PARTIAL, 500)).toMatchObject({
    status: orderStatus.PENDING,
    tasks: ['DELIVERY_UNCLEAR'],
    balance: 9_850n,
  })
  expect(await reported('Custom Comments Package', orderStatus.PARTIAL, 1)).toMatchObject({
    tasks: ['DELIVERY_UNCLEAR'],
    balance: 9_850n,
  })
  expect(await reported('Package', orderStatus.CANCELED, 500)).toMatchObject({ balance: 10_000n, tasks: [] })
})

test('comments that were not written are refunded by their share', async () => {
  expect(await reported('Custom Comments', orderStatus.PARTIAL, 1)).toMatchObject({
    status: orderStatus.PARTIAL,
    balance: 9_850n,
    remains: 1,
  })
})
