import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { makeDeliveredService, makeProvider, readDeliveryOutcome, sendWaitingOrders } from '../testing/providers.ts'
import { claimOrders } from './claim-orders.ts'
import { finishAttempt } from './finish-attempt.ts'
import { resolveAttemptAsSent, resolveAttemptAsUnsent } from './resolve-unknown.ts'
import { giveUpAttempts } from './send-order.ts'

// In these tests, a provider accepts an order so late that the attempt was given up and staff have settled it
// meanwhile.

let server: Server
let settle: () => Promise<void>
let answeredId = 0

beforeAll(async () => {
  server = createServer(async (_, response) => {
    await giveUpAttempts(db(), 0)
    await settle()
    response.end(JSON.stringify({ order: ++answeredId }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  await expectBooksBalance()
})

type Settle = (orderId: number) => Promise<void>

const settledAsSent =
  (providerOrderId: () => number): Settle =>
  (orderId) =>
    db().transaction((tx) =>
      resolveAttemptAsSent(tx, someStaff, { orderId, providerOrderId: String(providerOrderId()) }),
    )

const settledAsUnsent: Settle = (orderId) =>
  db().transaction((tx) => resolveAttemptAsUnsent(tx, someStaff, { orderId }))

test.each([
  ['as sent, by the same number', settledAsSent(() => answeredId + 1), false],
  ['as sent, by another number', settledAsSent(() => answeredId + 500), true],
  ['as not sent', settledAsUnsent, true],
] as const)('settled %s', async (_, by, isTwice) => {
  await db().rows('UPDATE providers SET enabled = false')
  const { port } = server.address() as AddressInfo
  const serviceId = await makeDeliveredService([await makeProvider({ url: `http://127.0.0.1:${port}/`, key: 'k' })])
  const orderId = await makeOrder({ memberId: (await makeMember({ points: 1_000 })).id, serviceId, amount: 3 })
  settle = () => by(orderId)
  expect(await sendWaitingOrders()).toBe(1)
  expect((await readDeliveryOutcome(orderId)).tasks.includes('DELIVERY_TWICE')).toBe(isTwice)
})

const { PROCESSING, INPROGRESS, COMPLETED } = orderStatus

test.each([
  ['took up', PROCESSING],
  ['began by hand', INPROGRESS],
  ['completed', COMPLETED],
])(
  'an order that staff %s while its provider refused it stays as they left it, and the refusal is recorded',
  async (_, status) => {
    await db().rows('UPDATE providers SET enabled = false')
    const providerId = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
    const serviceId = await makeDeliveredService([providerId])
    const orderId = await makeOrder({ memberId: (await makeMember({ points: 1_000 })).id, serviceId, amount: 3 })
    const [claimed] = await claimOrders(db(), { providerId, maxOrders: 1, delay: 0 })
    await transitionOrder(db(), someStaff, { orderId, status, remains: null, startCount: null, reason: '' })
    const attempt = { attemptId: claimed?.attemptId ?? 0, orderId, providerId }
    expect(await finishAttempt(db(), attempt, { outcome: 'REFUSED', error: 'bad link' })).toBe(true)
    expect(await readDeliveryOutcome(orderId)).toMatchObject({ status, outcomes: ['REFUSED'], tasks: [] })
  },
)

test('an order that staff took up while its provider put it off is no task', async () => {
  await db().rows('UPDATE providers SET enabled = false')
  const providerId = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
  const serviceId = await makeDeliveredService([providerId])
  const tasksOf = async (isTakenUp: boolean) => {
    const orderId = await makeOrder({ memberId: (await makeMember({ points: 1_000 })).id, serviceId, amount: 3 })
    const [claimed] = await claimOrders(db(), { providerId, maxOrders: 1, delay: 0 })
    const taken = { orderId, status: PROCESSING, remains: null, startCount: null, reason: '' }
    if (isTakenUp) await transitionOrder(db(), someStaff, taken)
    const attempt = { attemptId: claimed?.attemptId ?? 0, orderId, providerId }
    await finishAttempt(db(), attempt, { outcome: 'UNSENT', error: 'bad key', retryIn: 300, needsStaff: true })
    return (await readDeliveryOutcome(orderId)).tasks
  }
  expect(await tasksOf(false)).toEqual(['DELIVERY_REFUSED'])
  expect(await tasksOf(true)).toEqual([])
})
