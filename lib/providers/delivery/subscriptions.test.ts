import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts'
import type { FakeFault } from '../testing/fake-provider-orders.ts'
import { serviceIdOfType } from '../testing/fake-provider-types.ts'
import { type FakeSubscription, quantityDeliveredToPosts } from '../testing/fake-subscriptions.ts'
import { makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { pollOrders } from './poll-orders.ts'

const { INPROGRESS, COMPLETED, PARTIAL, CANCELED, PENDING } = orderStatus

let fakeProvider: FakeProvider
let answer: Record<string, unknown> | undefined
let fault: FakeFault | undefined
beforeAll(async () => {
  fakeProvider = await startFakeProvider({ answerOf: () => answer, fault: () => fault })
})
afterAll(() => fakeProvider.stop())
beforeEach(async () => {
  answer = undefined
  fault = undefined
  await db().rows('UPDATE providers SET enabled = false')
  await db().rows('UPDATE provider_attempts SET next_poll_at = NULL')
  await ownerDatabase().rows('DELETE FROM tasks')
})
afterEach(() => expectBooksBalance())

type Numbers = { min: number; max: number; posts: number; oldPosts?: number }

const START = 100_000_000n

/** Places a subscription at 1.5 won per unit, which the fake provider accepts. */
async function subscribe(numbers: Numbers) {
  const providerId = await makeProvider(fakeProvider)
  const serviceId = await makeService({ type: 'Subscriptions', price: 1.5, max: 100_000 })
  await db().rows('UPDATE services SET provider_id = $2, provider_service_id = $3 WHERE id = $1', [
    serviceId,
    providerId,
    serviceIdOfType('Subscriptions'),
  ])
  const { id: memberId } = await makeMember({ points: Number(START) / 100 })
  const details = { username: 'some.body', delay: 0, ...numbers }
  const orderId = await makeOrder({ memberId, serviceId, link: '', details })
  await sendWaitingOrders()
  const taken = fakeProvider.taken.at(-1)
  if (!taken) throw new Error('nothing was sent')
  const poll = async (state?: FakeSubscription | Record<string, unknown>) => {
    if (state && ('status' in state || 'error' in state)) answer = state
    else if (state) taken.subscription = state as FakeSubscription
    await db().rows("UPDATE provider_attempts SET next_poll_at = now() - interval '1 second' WHERE order_id = $1", [
      orderId,
    ])
    await pollOrders(db())
    return { ...(await readDeliveryOutcome(orderId)), balance: await balanceOf(db(), memberId) }
  }
  const { price, amount } = await oneRow<{ price: bigint; amount: number }>(
    db(),
    'SELECT price, amount FROM orders WHERE id = $1',
    [orderId],
  )
  return { orderId, memberId, taken, poll, price, amount }
}

test('all that it can cost is taken at the order, and what was not used comes back when all posts are done', async () => {
  const { taken, poll, amount, price } = await subscribe({ min: 10, max: 50, posts: 3, oldPosts: 1 })
  expect([amount, price]).toEqual([200, 30_000n])
  expect(await poll({ posts: 0 })).toMatchObject({ status: INPROGRESS, remains: 200, balance: START - price })
  const delivered = quantityDeliveredToPosts(taken, 2)
  expect(await poll({ posts: 2 })).toMatchObject({ status: INPROGRESS, remains: 200 - delivered })
  const all = quantityDeliveredToPosts(taken, 4)
  const ended = await poll({ posts: 4 })
  expect(ended).toMatchObject({ status: PARTIAL, remains: 200 - all, tasks: [] })
  expect(START - ended.balance).toBe(BigInt(all * 150))
})

test('for any posts and any end, what was delivered and what comes back are together what was paid', async () => {
  const numbers = fc
    .record({
      min: fc.integer({ min: 1, max: 40 }),
      more: fc.integer({ min: 0, max: 40 }),
      posts: fc.integer({ min: 1, max: 6 }),
      oldPosts: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ min, more, ...others }) => ({ min, max: min + more, ...others }))
  const steps = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 })
  const end = fc.constantFrom('Expired', 'Canceled', undefined)
  await fc.assert(
    fc.asyncProperty(numbers, steps, end, async (wanted, came, ended) => {
      const { taken, poll, price, amount } = await subscribe(wanted)
      let posts = 0
      for (const step of came.toSorted()) {
        posts = step
        await poll({ posts })
      }
      const last = await poll({ posts, ...(ended && { ended }) })
      const delivered = quantityDeliveredToPosts(taken, posts)
      const unused = amount - delivered
      if (last.status === INPROGRESS || last.status === PENDING) {
        const isOpen = ended === undefined && posts < wanted.posts + wanted.oldPosts
        expect(isOpen || last.tasks.includes('DELIVERY_UNCLEAR')).toBe(true)
        expect(START - last.balance).toBe(price)
        return
      }
      expect(last.balance - (START - price)).toBe((price * BigInt(unused)) / BigInt(amount))
      expect(last.status).toBe(unused === 0 ? COMPLETED : delivered === 0 ? CANCELED : PARTIAL)
    }),
    { numRuns: 25 },
  )
})

describe('an end that does not say beyond doubt what remains is left to staff, and refunds nothing', () => {
  const numbers = { min: 10, max: 20, posts: 5 }
  test.each([
    ['only status and posts', { status: 'Completed', posts: '5' }],
    ['nothing remains, of a provider that never counted', { status: 'Completed', remains: '0' }],
    ['more than a completed one can leave', { status: 'Completed', remains: '51' }],
    ['all of it, but completed', { status: 'Completed', remains: 100 }],
    ['expired without remains', { status: 'Expired' }],
    ['canceled without remains', { status: 'Canceled' }],
    ['canceled, nothing remains', { status: 'Canceled', remains: 0 }],
    ['posts instead of units', { status: 'Expired', remains: '3' }],
    ['more than was ordered', { status: 'Canceled', remains: '101' }],
    ['an unknown status', { status: 'Sleeping', remains: '40' }],
    ['an error', { error: 'Incorrect order ID' }],
  ])('%s', async (_, reported) => {
    const { poll, price } = await subscribe(numbers)
    const { status, tasks, balance } = await poll(reported)
    expect({ status, tasks, balance }).toEqual({ status: PENDING, tasks: ['DELIVERY_UNCLEAR'], balance: START - price })
  })

  test('a provider that says more remains than it said before', async () => {
    const { poll, price } = await subscribe(numbers)
    await poll({ status: 'Active', remains: '45' })
    expect(await poll({ status: 'Expired', remains: '60' })).toMatchObject({
      status: INPROGRESS,
      remains: 45,
      tasks: ['DELIVERY_UNCLEAR'],
      balance: START - price,
    })
  })
})

test('paused or limited it goes on; posts counted instead of units are not taken for what remains', async () => {
  const { poll } = await subscribe({ min: 10, max: 20, posts: 5 })
  for (const status of ['Active', 'Paused', 'Limit', 'active'])
    expect(await poll({ status, remains: '4' })).toMatchObject({ status: INPROGRESS, remains: 100, tasks: [] })
  expect(await poll({ status: 'Paused', remains: '61' })).toMatchObject({ status: INPROGRESS, remains: 61 })
})

test('with a fixed quantity a post a completed one needs no remains', async () => {
  const { poll, price } = await subscribe({ min: 20, max: 20, posts: 5 })
  expect(await poll({ status: 'Completed', posts: '5' })).toMatchObject({
    status: COMPLETED,
    remains: 0,
    balance: START - price,
    tasks: [],
  })
})

test('of another type Paused and Expired stay unknown', async () => {
  const { poll, orderId } = await subscribe({ min: 20, max: 20, posts: 5 })
  await ownerDatabase().rows("UPDATE orders SET service_type = 'Default' WHERE id = $1", [orderId])
  expect(await poll({ status: 'Paused', remains: '40' })).toMatchObject({ tasks: ['DELIVERY_UNCLEAR'] })
})

test('polls at once end it once, and one after the end refunds nothing more by itself', async () => {
  const { poll, taken, orderId, memberId, price } = await subscribe({ min: 10, max: 20, posts: 5 })
  await poll({ posts: 2 })
  taken.subscription = { posts: 2, ended: 'Expired' }
  await Promise.all([poll(), poll(), poll(), poll()])
  const unused = 100 - quantityDeliveredToPosts(taken, 2)
  const refund = (price * BigInt(unused)) / 100n
  expect(await balanceOf(db(), memberId)).toBe(START - price + refund)
  const late = await poll({ status: 'Canceled', remains: '100' })
  expect(late).toMatchObject({ status: PARTIAL, remains: unused, balance: START - price + refund })
  expect(late.tasks).toEqual(['DELIVERY_UNCLEAR'])
  const later = await poll({ status: 'Completed', remains: '20' })
  expect(later).toMatchObject({ status: PARTIAL, remains: unused, balance: START - price + refund })
  const { count } = await oneRow<{ count: number }>(
    db(),
    "SELECT count(*)::int FROM point_entries WHERE ref_id = $1 AND kind = 'ORDER_REFUND'",
    [orderId],
  )
  expect(count).toBe(1)
})
