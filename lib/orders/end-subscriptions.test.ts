import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { ownerDatabase, withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { endSubscriptions } from './end-subscriptions.ts'
import { fileStuckOrders } from './file-stuck-orders.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import { makeOrder } from './testing/orders.ts'
import { transitionByStaff } from './transition-by-staff.ts'

const { PENDING, INPROGRESS, PROCESSING, PARTIAL, COMPLETED, CANCELED } = orderStatus

beforeEach(async () => {
  await saveSettings({ APPROVAL_LIMIT: 0, DAILY_LIMIT: 0 })
  await ownerDatabase().rows('DELETE FROM tasks')
  await ownerDatabase().rows('DELETE FROM open_subscriptions')
})
afterEach(() => expectBooksBalance())

/** Places a subscription of 100 units at 1 won that staff fulfil, for a member with a balance of 1,000 won. */
async function subscribe(details: object = {}) {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ type: 'Subscriptions' })
  const right = { username: 'some.body', min: 10, max: 20, posts: 5, delay: 0 }
  const orderId = await makeOrder({ memberId, serviceId, link: '', details: { ...right, ...details } })
  return { orderId, memberId }
}

const staff = async () => ({ ...someStaff, memberId: (await makeMember({ role: 'MANAGER' })).id })

async function record(orderId: number, status: OrderStatus, remains: number | null, actor?: typeof someStaff) {
  const transition = { orderId, status, remains, startCount: null, reason: '', limits: { perAction: 0n, perDay: 0n } }
  await transitionByStaff(db(), actor ?? (await staff()), transition)
}

/** Sets the last day of a subscription to this many days ago, by Seoul's calendar. */
const expire = (orderId: number, daysAgo: number) =>
  db().rows(
    "UPDATE open_subscriptions SET expires_on = (now() AT TIME ZONE 'Asia/Seoul')::date - $2::int WHERE order_id = $1",
    [orderId, daysAgo],
  )

const silence = (orderId: number, days: number) =>
  db().rows("UPDATE open_subscriptions SET last_post_at = now() - $2::int * interval '1 day' WHERE order_id = $1", [
    orderId,
    days,
  ])

async function stateOf({ orderId, memberId }: { orderId: number; memberId: number }) {
  const order = await oneRow<{ status: number; remains: number; refunded: bigint; open: boolean }>(
    db(),
    `SELECT status, remains, refunded, EXISTS (SELECT FROM open_subscriptions s WHERE s.order_id = o.id) AS open
     FROM orders o WHERE id = $1`,
    [orderId],
  )
  return { ...order, balance: await balanceOf(db(), memberId) }
}

const tasksOf = (orderId: number) =>
  db().rows<{ kind: string; detail: object }>(
    "SELECT kind, detail FROM tasks WHERE ref_type = 'order' AND ref_id = $1 AND resolved_at IS NULL",
    [orderId],
  )

test('a subscription that nobody has begun ends after its last day, not on that day, with a full refund', async () => {
  const order = await subscribe()
  await expire(order.orderId, 0)
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 0 })
  await expire(order.orderId, 1)
  expect(await endSubscriptions(db())).toEqual({ ended: 1, filed: 0 })
  expect(await stateOf(order)).toEqual({
    status: CANCELED,
    remains: 100,
    refunded: 10_000n,
    open: false,
    balance: 100_000n,
  })
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 0 })
})

test('a subscription that staff fulfil ends a day later, with the remaining quantity that they recorded', async () => {
  const order = await subscribe()
  await record(order.orderId, INPROGRESS, 35)
  await expire(order.orderId, 1)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 0 })
  await expire(order.orderId, 2)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 1 })
  expect(await stateOf(order)).toEqual({
    status: PARTIAL,
    remains: 35,
    refunded: 3_500n,
    open: false,
    balance: 93_500n,
  })
})

test('one of which nothing remains is completed, and nothing comes back', async () => {
  const order = await subscribe()
  await record(order.orderId, INPROGRESS, 0)
  await expire(order.orderId, 9)
  await endSubscriptions(db())
  expect(await stateOf(order)).toMatchObject({ status: COMPLETED, refunded: 0n, balance: 90_000n })
})

test('without a last day it ends 30 days after its last post; a post begins them anew', async () => {
  const order = await subscribe()
  await silence(order.orderId, 29)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 0 })
  await record(order.orderId, INPROGRESS, 80)
  await silence(order.orderId, 40)
  await record(order.orderId, PROCESSING, 60)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 0 })
  await silence(order.orderId, 32)
  expect(await endSubscriptions(db())).toMatchObject({ ended: 1 })
  expect(await stateOf(order)).toMatchObject({ status: PARTIAL, remains: 60, refunded: 6_000n })
})

test('one that can’t be ended, because of an error, keeps neither later ones nor tasks waiting', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const [broken, pending, unrecorded] = [await subscribe(), await subscribe(), await subscribe()]
  await record(unrecorded.orderId, INPROGRESS, null)
  for (const { orderId } of [broken, pending, unrecorded]) await expire(orderId, 9)
  const fault = `CHECK (order_id <> ${broken.orderId} OR to_status <> ${CANCELED}) NOT VALID`
  await ownerDatabase().rows(`ALTER TABLE order_events ADD CONSTRAINT fault ${fault}`)
  try {
    await expect(endSubscriptions(db())).rejects.toThrow('1 subscriptions could not be ended')
  } finally {
    await ownerDatabase().rows('ALTER TABLE order_events DROP CONSTRAINT fault')
  }
  expect(logged.mock.calls).toEqual([[expect.any(String), { error: expect.any(Error), orderId: broken.orderId }]])
  expect(await stateOf(pending)).toMatchObject({ status: CANCELED })
  expect(await db().rows("SELECT ref_id FROM tasks WHERE kind = 'SUBSCRIPTION_OPEN'")).toContainEqual({
    refId: unrecorded.orderId,
  })
  expect(await stateOf(broken)).toMatchObject({ status: PENDING, refunded: 0n, open: true })
  expect(await endSubscriptions(db())).toEqual({ ended: 1, filed: 0 })
  expect(await stateOf(broken)).toMatchObject({ status: CANCELED, balance: 100_000n })
})

test('the last day of the order is what its member chose', async () => {
  const expiry = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const { orderId } = await subscribe({ expiry })
  expect(
    await oneRow(db(), 'SELECT expires_on::text AS day FROM open_subscriptions WHERE order_id = $1', [orderId]),
  ).toEqual({ day: expiry })
})

test('several workers at once, and staff who record meanwhile, end it once and refund no more than remains', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await subscribe()
    await record(order.orderId, INPROGRESS, 50)
    await expire(order.orderId, 9)
    const recorder = record(order.orderId, PROCESSING, 20).catch(() => {})
    await Promise.all([endSubscriptions(db()), endSubscriptions(db()), recorder, endSubscriptions(db())])
    await endSubscriptions(db())
    const { status, remains, refunded } = await stateOf(order)
    expect(status).toBe(PARTIAL)
    expect(refunded).toBe(BigInt(remains) * 100n)
    const { count } = await oneRow<{ count: number }>(
      db(),
      "SELECT count(*)::int FROM point_entries WHERE ref_id = $1 AND kind = 'ORDER_REFUND'",
      [order.orderId],
    )
    expect(count).toBe(1)
  }
})

describe('staff can’t refund by recording what they couldn’t refund themselves', () => {
  test('beyond what one person may approve it is left to people', async () => {
    await saveSettings({ APPROVAL_LIMIT: 30, DAILY_LIMIT: 60 })
    const actor = await staff()
    const [large, one, two, three] = [await subscribe(), await subscribe(), await subscribe(), await subscribe()]
    await record(large.orderId, INPROGRESS, 31, actor)
    for (const { orderId } of [one, two, three]) await record(orderId, INPROGRESS, 30, actor)
    for (const { orderId } of [large, one, two, three]) await expire(orderId, 9)
    expect(await endSubscriptions(db())).toEqual({ ended: 2, filed: 2 })
    expect(await stateOf(large)).toMatchObject({ status: INPROGRESS, refunded: 0n })
    expect(await stateOf(three)).toMatchObject({ status: INPROGRESS, refunded: 0n })
    expect(await tasksOf(large.orderId)).toMatchObject([{ kind: 'SUBSCRIPTION_OPEN' }])
  })

  test('nor for the account of a colleague', async () => {
    const order = await subscribe()
    await record(order.orderId, INPROGRESS, 30)
    await db().rows("UPDATE members SET role = 'SUPPORT' WHERE id = $1", [order.memberId])
    await expire(order.orderId, 9)
    expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 1 })
    expect(await stateOf(order)).toMatchObject({ status: INPROGRESS, refunded: 0n })
  })
})

test('of one under way of which nothing was recorded it is unknown what was delivered: a task, no refund', async () => {
  const order = await subscribe()
  await record(order.orderId, INPROGRESS, null)
  await expire(order.orderId, 5)
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 1 })
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 0 })
  expect(await stateOf(order)).toMatchObject({ status: INPROGRESS, refunded: 0n, open: true })
  const [task] = await tasksOf(order.orderId)
  expect(task).toMatchObject({ kind: 'SUBSCRIPTION_OPEN', detail: { expiry: expect.stringMatching(/^20\d\d-/) } })
})

test('the task is not filed again while it is closed for 30 days, and ends when the order does', async () => {
  const order = await subscribe()
  await record(order.orderId, INPROGRESS, null)
  await expire(order.orderId, 9)
  await endSubscriptions(db())
  await db().rows('UPDATE tasks SET resolved_at = now() WHERE ref_id = $1', [order.orderId])
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 0 })
  await db().rows("UPDATE open_subscriptions SET filed_at = now() - interval '31 days'")
  expect(await endSubscriptions(db())).toEqual({ ended: 0, filed: 1 })
  await record(order.orderId, PARTIAL, 40)
  expect(await tasksOf(order.orderId)).toEqual([])
  expect(await stateOf(order)).toMatchObject({ status: PARTIAL, refunded: 4_000n, open: false })
})

test('one that waits for posts isn’t stuck, one that was never begun is', async () => {
  const [running, waiting] = [await subscribe(), await subscribe()]
  await record(running.orderId, INPROGRESS, null)
  const ids = [running.orderId, waiting.orderId]
  await db().rows("UPDATE orders SET created_at = now() - interval '20 days' WHERE id = ANY ($1::int[])", [ids])
  await withoutTriggers("UPDATE order_events SET at = now() - interval '20 days' WHERE order_id = ANY ($1::int[])", [
    ids,
  ])
  await fileStuckOrders(db())
  expect(await tasksOf(running.orderId)).toEqual([])
  expect(await tasksOf(waiting.orderId)).toMatchObject([{ kind: 'ORDER_STUCK' }])
  expect(await stateOf(waiting)).toMatchObject({ status: PENDING })
})
