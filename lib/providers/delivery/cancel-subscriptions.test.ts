import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { endSubscriptions } from '#lib/orders/end-subscriptions.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { deliveryNotes } from '../labels.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import { serviceIdOfType } from '../testing/fake-provider-types.ts'
import { quantityDeliveredToPosts } from '../testing/fake-subscriptions.ts'
import { makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { cancelSubscriptions } from './cancel-subscriptions.ts'
import { pollOrders } from './poll-orders.ts'

let fakeProvider: FakeProvider
beforeAll(async () => {
  fakeProvider = await startFakeProvider()
})
afterAll(() => fakeProvider.stop())
afterEach(() => expectBooksBalance())

/**
 * Places a subscription of 100 units at 1 won and sends it to the fake provider; `cancel` says whether the provider's
 * list offers cancellation.
 */
async function subscribe({ cancel }: { cancel: boolean }) {
  await db().rows('UPDATE providers SET enabled = false')
  const providerId = await makeProvider(fakeProvider)
  const remoteId = serviceIdOfType('Subscriptions')
  await db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed)
     VALUES ($1, $2, 'Auto likes', 'Subscriptions', 'Instagram', 1, 1, 100, false, $3, false)`,
    [providerId, remoteId, cancel],
  )
  const serviceId = await makeService({ type: 'Subscriptions' })
  await db().rows('UPDATE services SET provider_id = $2, provider_service_id = $3 WHERE id = $1', [
    serviceId,
    providerId,
    remoteId,
  ])
  const { id: memberId } = await makeMember({ points: 1_000 })
  const details = { username: 'some.body', min: 10, max: 20, posts: 5 }
  const orderId = await makeOrder({ memberId, serviceId, link: '', details })
  await sendWaitingOrders()
  const taken = fakeProvider.taken.at(-1)
  if (!taken) throw new Error('nothing was sent')
  taken.subscription = { posts: 2 }
  const poll = async () => {
    await db().rows("UPDATE provider_attempts SET next_poll_at = now() - interval '1 second' WHERE order_id = $1", [
      orderId,
    ])
    await pollOrders(db())
    return readDeliveryOutcome(orderId)
  }
  const expire = (daysAgo: number) =>
    db().rows(
      "UPDATE open_subscriptions SET expires_on = (now() AT TIME ZONE 'Asia/Seoul')::date - $2::int WHERE order_id = $1",
      [orderId, daysAgo],
    )
  return { orderId, memberId, taken, poll, expire }
}

const { INPROGRESS, PARTIAL } = orderStatus

test('a provider that runs on past the last day is asked to cancel, once; only its status ends the order', async () => {
  const { orderId, memberId, taken, poll, expire } = await subscribe({ cancel: true })
  await poll()
  await expire(2)
  expect(await cancelSubscriptions(db())).toBe(0)
  await expire(3)
  const asked = await Promise.all([cancelSubscriptions(db()), cancelSubscriptions(db()), cancelSubscriptions(db())])
  expect(asked.reduce((sum, count) => sum + count)).toBe(1)
  expect(await cancelSubscriptions(db())).toBe(0)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: INPROGRESS })
  const unused = 100 - quantityDeliveredToPosts(taken, 2)
  expect(await poll()).toMatchObject({ status: PARTIAL, remains: unused, tasks: [] })
  expect(await balanceOf(db(), memberId)).toBe(90_000n + BigInt(unused) * 100n)
})

test('one that delivers on after its last day is not ended by us; after four days staff are asked', async () => {
  const { orderId, memberId, taken, poll, expire } = await subscribe({ cancel: false })
  await poll()
  await expire(4)
  expect(await cancelSubscriptions(db())).toBe(0)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 0 })
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: INPROGRESS, tasks: [] })
  await expire(5)
  await endSubscriptions(db())
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ status: INPROGRESS, tasks: ['SUBSCRIPTION_OPEN'] })
  expect(await balanceOf(db(), memberId)).toBe(90_000n)
  taken.subscription = { posts: 4, ended: 'Expired' }
  const unused = 100 - quantityDeliveredToPosts(taken, 4)
  expect(await poll()).toMatchObject({ status: PARTIAL, remains: unused, tasks: [] })
  expect(await balanceOf(db(), memberId)).toBe(90_000n + BigInt(unused) * 100n)
})

test('a provider that can’t be reached changes nothing, and is asked again; the order waits, also for staff', async () => {
  const { orderId, expire } = await subscribe({ cancel: true })
  await expire(9)
  const setAddress = (url: string) => db().rows('UPDATE providers SET api_url = $1 WHERE enabled', [url])
  await setAddress('http://127.0.0.1:9/api/v2')
  expect(await cancelSubscriptions(db())).toBe(0)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ remains: 100, notes: [] })
  await setAddress(fakeProvider.url)
  expect(await cancelSubscriptions(db())).toBe(1)
  await endSubscriptions(db())
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ tasks: ['SUBSCRIPTION_OPEN'] })
})

test('one whose sending has an unknown outcome is neither cancelled nor ended', async () => {
  const { orderId, expire } = await subscribe({ cancel: true })
  await db().rows("UPDATE provider_attempts SET outcome = 'UNKNOWN' WHERE order_id = $1", [orderId])
  await expire(9)
  expect(await cancelSubscriptions(db())).toBe(0)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 0 })
})

test('subscriptions that no provider can be asked to cancel hold up no later one', async () => {
  for (const _ of [1, 2]) await (await subscribe({ cancel: false })).expire(9)
  const { orderId, expire } = await subscribe({ cancel: true })
  await expire(3)
  expect(await cancelSubscriptions(db(), { maxSubscriptions: 2 })).toBe(1)
  expect(await readDeliveryOutcome(orderId)).toMatchObject({ notes: [deliveryNotes.askedToCancel] })
})

test('a provider that is silent is asked once a run, and holds up no other', async () => {
  let requests = 0
  const silent = createServer(() => void requests++)
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const waiting = [
    await subscribe({ cancel: true }),
    await subscribe({ cancel: true }),
    await subscribe({ cancel: true }),
  ]
  const [first] = waiting
  await db().rows(
    `UPDATE providers SET api_url = $1
     WHERE id = (SELECT provider_id FROM provider_attempts WHERE order_id = $2)`,
    [`http://127.0.0.1:${port}/`, first?.orderId],
  )
  await db().rows(
    `UPDATE provider_attempts SET provider_id = (SELECT provider_id FROM provider_attempts WHERE order_id = $1)
     WHERE order_id = ANY ($2::int[])`,
    [first?.orderId, waiting.map(({ orderId }) => orderId)],
  )
  const other = await subscribe({ cancel: true })
  await db().rows('UPDATE providers SET enabled = true')
  for (const { expire } of waiting) await expire(9)
  await other.expire(3)
  const running = cancelSubscriptions(db(), { timeout: 1_000 })
  await vi.waitFor(
    async () =>
      expect(await readDeliveryOutcome(other.orderId)).toMatchObject({ notes: [deliveryNotes.askedToCancel] }),
    { timeout: 800, interval: 20 },
  )
  expect(await running).toBe(2)
  expect(requests).toBe(1)
  silent.closeAllConnections()
  silent.close()
})
