import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { taskActionsFor } from '#lib/tasks/resolution/rules.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { listServiceAtPrice } from './testing/list-service-at-price.ts'
import { makeServiceWithFallbacks } from './testing/make-service-with-fallbacks.ts'

// `first` refuses every order whose link contains `refused`; `others` accepts every order.
let first: FakeProvider
let others: FakeProvider
let memberId: number

beforeAll(async () => {
  first = await startFakeProvider({ fault: (link) => (link.includes('refused') ? 'badLink' : undefined) })
  others = await startFakeProvider()
})
afterAll(() => Promise.all([first.stop(), others.stop()]))
beforeEach(async () => {
  memberId = (await makeMember({ points: 1_000 })).id
  others.taken.length = 0
  await db().rows('UPDATE providers SET enabled = false')
})
afterEach(() => expectBooksBalance())

const serviceWithFallbacks = (...costs: readonly number[]) => makeServiceWithFallbacks(first, others, costs)

const orderRefused = (serviceId: number, from = memberId) =>
  makeOrder({ memberId: from, serviceId, link: 'https://www.instagram.com/p/refused/', amount: 30 })

async function sendRounds(): Promise<void> {
  for (let round = 0; round < 3; round++) await sendWaitingOrders()
}

const taskOf = (orderId: number) =>
  oneRow<{ id: number; detail: Record<string, unknown> }>(
    db(),
    "SELECT id, detail FROM tasks WHERE kind = 'DELIVERY_DEAR' AND ref_id = $1 AND resolved_at IS NULL",
    [orderId],
  )

async function resolve(orderId: number, action: 'send-anyway' | 'cancel' | 'done', memberNo?: number) {
  const staff = memberNo ?? (await makeMember({ role: 'MANAGER' })).id
  const input = { action, providerOrderId: '', reason: '' }
  return resolveTask(db(), { ...someStaff, memberId: staff }, { taskId: (await taskOf(orderId)).id, input })
}

test('what the first provider refuses isn’t sent where it costs more than it was sold for: staff are told', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  const orderId = await orderRefused(serviceId)
  await sendRounds()
  expect(others.taken).toEqual([])
  expect(await readDeliveryOutcome(orderId)).toMatchObject({
    status: orderStatus.PENDING,
    sent: false,
    outcomes: ['REFUSED'],
    tasks: ['DELIVERY_DEAR'],
  })
  expect((await taskOf(orderId)).detail).toEqual({ providerId: providers[1], price: 60, cost: 90 })
  expect(taskActionsFor('DELIVERY_DEAR', {})).toEqual(['send-anyway', 'cancel', 'done'])
  await expect(resolve(orderId, 'done')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('staff send it nevertheless, or give it back; not an order of their own', async () => {
  const { serviceId } = await serviceWithFallbacks(3)
  const [sent, canceled] = [await orderRefused(serviceId), await orderRefused(serviceId)]
  const manager = await makeMember({ role: 'MANAGER', points: 100 })
  const own = await orderRefused(serviceId, manager.id)
  await sendRounds()
  await expect(resolve(own, 'send-anyway', manager.id)).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  await resolve(sent, 'send-anyway')
  await resolve(canceled, 'cancel')
  await sendRounds()
  expect(await readDeliveryOutcome(sent)).toMatchObject({ outcomes: ['REFUSED', 'SENT'], tasks: [] })
  expect(await readDeliveryOutcome(canceled)).toMatchObject({
    status: orderStatus.CANCELED,
    outcomes: ['REFUSED'],
    tasks: [],
  })
  expect(others.taken).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(94_000n)
})

test('one that is sent nevertheless and refused again is cancelled and paid back', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await db().rows('UPDATE providers SET api_url = $2 WHERE id = $1', [providers[1], first.url])
  const orderId = await orderRefused(serviceId)
  await sendRounds()
  await resolve(orderId, 'send-anyway')
  await sendRounds()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({
    status: orderStatus.CANCELED,
    outcomes: ['REFUSED', 'REFUSED'],
    tasks: [],
  })
  expect(await balanceOf(db(), memberId)).toBe(100_000n)
})

test('the next route that costs no more than it was sold for gets it; so does one whose cost nobody knows', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3, 2)
  const orderId = await orderRefused(serviceId)
  await sendRounds()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['REFUSED', 'SENT'], tasks: [] })
  expect(others.taken).toMatchObject([{ service: '3' }])
  await db().rows('UPDATE provider_services SET remote_id = remote_id || $2 WHERE provider_id = $1', [
    providers[1],
    'x',
  ])
  const unknown = await orderRefused(serviceId)
  await sendRounds()
  expect(others.taken.at(-1)).toMatchObject({ service: '2' })
  expect(await readDeliveryOutcome(unknown)).toMatchObject({ outcomes: ['REFUSED', 'SENT'] })
})

test('the task ends when the route becomes cheaper, and the order is sent', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  const orderId = await orderRefused(serviceId)
  await sendRounds()
  await listServiceAtPrice(providers[1] ?? 0, '2', 2_000)
  await sendRounds()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['REFUSED', 'SENT'], tasks: [] })
})

test('while the first provider is closed only orders that were sold for enough go to the next', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(1.5)
  await db().rows('UPDATE providers SET enabled = false WHERE id = $1', [providers[0]])
  await db().rows('UPDATE services SET unit_price = 120000 WHERE id = $1', [serviceId])
  const cheap = await makeOrder({ memberId, serviceId, amount: 10 })
  await db().rows('UPDATE services SET unit_price = 200000 WHERE id = $1', [serviceId])
  const full = await makeOrder({ memberId, serviceId, amount: 10 })
  await sendRounds()
  expect((await readDeliveryOutcome(full)).outcomes).toEqual(['SENT'])
  expect((await readDeliveryOutcome(cheap)).outcomes).toEqual([])
  await db().rows('UPDATE providers SET enabled = true WHERE id = $1', [providers[0]])
  await sendRounds()
  expect((await readDeliveryOutcome(cheap)).outcomes).toEqual(['SENT'])
})

test('the first route delivers what was sold, whatever it costs by now; so does one that costs no more than it', async () => {
  const { serviceId } = await serviceWithFallbacks(3)
  const orderId = await makeOrder({ memberId, serviceId, amount: 10 })
  const refused = await orderRefused(serviceId)
  await db().rows('UPDATE services SET unit_cost = 300000 WHERE id = $1', [serviceId])
  await sendRounds()
  expect((await readDeliveryOutcome(orderId)).outcomes).toEqual(['SENT'])
  expect((await readDeliveryOutcome(refused)).outcomes).toEqual(['REFUSED', 'SENT'])
})

test('a cost of the first route that was held too high lets no dearer one pass: its provider’s list counts', async () => {
  const { serviceId, providers } = await serviceWithFallbacks(3)
  await db().rows('UPDATE services SET unit_cost = 300000 WHERE id = $1', [serviceId])
  await listServiceAtPrice(providers[0] ?? 0, '1', 500)
  const orderId = await orderRefused(serviceId)
  await sendRounds()
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ outcomes: ['REFUSED'], tasks: ['DELIVERY_DEAR'] })
})
