import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { linkParameter, ordersByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { serviceIdOfType } from '../testing/fake-provider-types.ts'
import { makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
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
    serviceIdOfType(type),
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
      expect(await sendWaitingOrders()).toBe(1)
      expect(await readDeliveryOutcome(orderId)).toMatchObject({ sent: true, outcomes: ['SENT'], tasks: [] })
      const parameters = Object.entries({
        link: '',
        ...linkParameter(type, link),
        service: serviceIdOfType(type),
        ...ordersByType[type].parameters,
      })
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
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['SENT'] })
  expect(fakeProvider.taken.at(-1)?.parameters).toMatchObject({ answer_number: '2' })
})

test('an order that waits while its service becomes a package is sent with the quantity that was paid', async () => {
  const { orderId, serviceId } = await orderOfType('Default')
  await db().rows("UPDATE services SET type = 'Package' WHERE id = $1", [serviceId])
  await sendWaitingOrders()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['SENT'] })
  expect(fakeProvider.taken.at(-1)?.parameters).toMatchObject({ quantity: '3' })
})

type Report = [status: number, remains: number | null]

/**
 * Sends an order of this type and applies the given reports of its provider, one after the other. Returns the order's
 * state.
 */
async function deliveryAfterReports(type: ServiceTypeName, ...reports: Report[]) {
  const order = await orderOfType(type)
  await sendWaitingOrders()
  const { id: attemptId } = await oneRow<{ id: number }>(db(), 'SELECT id FROM provider_attempts WHERE order_id = $1', [
    order.orderId,
  ])
  for (const [status, remains] of reports) {
    const update = { status: status as never, remains, startCount: null }
    await applyUpdate(db(), { ...order, attemptId, orderStatus: orderStatus.PENDING, lastUpdate: null, update })
  }
  const { orderId } = order
  return { orderId, ...(await readDeliveryOutcome(orderId)), balance: await balanceOf(db(), order.memberId) }
}

test('a partly delivered package is left to staff, whatever the provider counts: it would be refunded whole', async () => {
  expect(await deliveryAfterReports('Package', [orderStatus.PARTIAL, 500])).toMatchObject({
    status: orderStatus.PENDING,
    tasks: ['DELIVERY_UNCLEAR'],
    balance: 9_850n,
  })
  expect(await deliveryAfterReports('Custom Comments Package', [orderStatus.PARTIAL, 1])).toMatchObject({
    tasks: ['DELIVERY_UNCLEAR'],
    balance: 9_850n,
  })
  expect(await deliveryAfterReports('Package', [orderStatus.CANCELED, 500])).toMatchObject({
    balance: 10_000n,
    tasks: [],
  })
})

test('so is a part that is reported late: it is an event and a task without a refund, and replaces what was late before', async () => {
  const { COMPLETED, PARTIAL, CANCELED } = orderStatus
  const late = {
    status: COMPLETED,
    tasks: ['DELIVERY_UNCLEAR'],
    notes: ['끝난 뒤 공급사에서 바뀜'],
    balance: 9_850n,
  }
  expect(await deliveryAfterReports('Package', [COMPLETED, 0], [PARTIAL, 10])).toMatchObject(late)
  expect(await deliveryAfterReports('Custom Comments Package', [COMPLETED, 0], [PARTIAL, 1])).toMatchObject(late)
  const canceledBefore = await deliveryAfterReports('Package', [COMPLETED, 0], [CANCELED, null], [PARTIAL, 10])
  expect(canceledBefore).toMatchObject({ ...late, notes: [...late.notes, ...late.notes] })
  const canceledLast = await deliveryAfterReports('Package', [COMPLETED, 0], [PARTIAL, 10], [CANCELED, null])
  expect(canceledLast).toMatchObject({ status: COMPLETED, tasks: ['DELIVERY_LATE'], balance: 9_850n })
})

test('a task that offers a part of a package cannot be applied; the cancel of a package can', async () => {
  const { COMPLETED, PARTIAL, CANCELED } = orderStatus
  const staff = { ...someStaff, memberId: (await makeMember({ role: 'MANAGER' })).id }
  const { orderId } = await deliveryAfterReports('Package', [COMPLETED, 0])
  const apply = async (status: number, remains: number | null) => {
    const detail = { status, remains, startCount: null, refund: 1.5, applicable: true }
    await fileTask(db(), { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
    const { id: taskId } = await oneRow<{ id: number }>(db(), 'SELECT id FROM tasks WHERE ref_id = $1', [orderId])
    return resolveTask(db(), staff, { taskId, input: { action: 'apply', providerOrderId: '', reason: '' } })
  }
  await expect(apply(PARTIAL, 10)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: COMPLETED, tasks: ['DELIVERY_LATE'] })
  await apply(CANCELED, null)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: CANCELED, tasks: [] })
})

test('comments that were not written are refunded by their share', async () => {
  expect(await deliveryAfterReports('Custom Comments', [orderStatus.PARTIAL, 1])).toMatchObject({
    status: orderStatus.PARTIAL,
    balance: 9_850n,
    remains: 1,
  })
})
