import { afterEach, expect, test } from 'vitest'
import { type Actor, memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { cancelOrder } from './cancel-order.ts'
import { type OrderStatus, orderStatus } from './labels.ts'
import { unsentOrder } from './rules.ts'
import { makeOrder } from './testing/orders.ts'
import { type OrderTransition, transitionOrder } from './transition-order.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

afterEach(() => expectBooksBalance())

/** Creates a member who spent the whole balance of 3,300 P on an order of 1,000 units at 3.3 P each. */
async function makeOrderedMember() {
  const member = await makeMember({ points: 3_300 })
  const serviceId = await makeService({ price: 3.3 })
  const orderId = await makeOrder({ memberId: member.id, serviceId, amount: 1_000 })
  return { memberId: member.id, orderId }
}

const transition = (
  orderId: number,
  status: OrderStatus,
  more: Partial<OrderTransition> = {},
  actor: Actor = someStaff,
) => transitionOrder(db(), actor, { orderId, status, remains: null, startCount: null, reason: '', ...more })

const stateOf = (orderId: number) =>
  oneRow<{ status: number; remains: number; refunded: bigint }>(
    db(),
    'SELECT status, remains, refunded FROM orders WHERE id = $1',
    [orderId],
  )

test('the same partial update twenty times pays once: 157 of 1,000 left at 3.3 P give 518.10 P back', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  await transition(orderId, INPROGRESS)
  const updates = Array.from({ length: 20 }, () => transition(orderId, PARTIAL, { remains: 157 }, worker))
  const results = await Promise.allSettled(updates)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(51_810n)
  expect(await stateOf(orderId)).toEqual({ status: PARTIAL, remains: 157, refunded: 51_810n })
})

test('refunds are cumulative: each correction pays the difference to what the whole would have been', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  await transition(orderId, INPROGRESS)
  await transition(orderId, PARTIAL, { remains: 1 })
  expect(await balanceOf(db(), memberId)).toBe(330n)
  await transition(orderId, PARTIAL, { remains: 333, reason: '공급사 확인' })
  expect(await balanceOf(db(), memberId)).toBe(109_890n)
  const { refund, refunded } = await transition(orderId, CANCELED, { reason: '전량 실패' })
  expect({ refund, refunded }).toEqual({ refund: 220_110n, refunded: 330_000n })
  expect(await balanceOf(db(), memberId)).toBe(330_000n)
})

test('twenty different corrections at once end at the largest, and paid no more than it', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  await transition(orderId, COMPLETED)
  const transitions = Array.from({ length: 20 }, (_, at) =>
    transition(orderId, PARTIAL, { remains: (at + 1) * 10, reason: '정정' }),
  )
  await Promise.allSettled(transitions)
  expect(await balanceOf(db(), memberId)).toBe(66_000n)
  expect(await stateOf(orderId)).toMatchObject({ status: PARTIAL, remains: 200 })
})

test.each([PENDING, PROCESSING, INPROGRESS])('a cancel from %i gives everything back, once', async (from) => {
  const { memberId, orderId } = await makeOrderedMember()
  if (from !== PENDING) await transition(orderId, from)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => transition(orderId, CANCELED)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(330_000n)
})

test('completed against cancelled at the same moment: one wins, and the money follows it', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  await transition(orderId, INPROGRESS)
  const results = await Promise.allSettled([
    transition(orderId, COMPLETED, {}, worker),
    transition(orderId, CANCELED, {}, worker),
  ])
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const { status } = await stateOf(orderId)
  expect(await balanceOf(db(), memberId)).toBe(status === CANCELED ? 330_000n : 0n)
})

test('a correction needs staff and a reason, and its event keeps both', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  await transition(orderId, COMPLETED)
  await expect(transition(orderId, CANCELED)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  const byWorker = transition(orderId, CANCELED, { reason: '공급사 통보' }, worker)
  await expect(byWorker).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), memberId)).toBe(0n)
  await transition(orderId, CANCELED, { reason: '고객 요청' })
  const event = await oneRow(
    db(),
    'SELECT from_status, to_status, actor, reason FROM order_events WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [orderId],
  )
  expect(event).toEqual({ fromStatus: COMPLETED, toStatus: CANCELED, actor: 'staff:987654', reason: '고객 요청' })
})

test('a start count once known is kept when a later update has none', async () => {
  const { orderId } = await makeOrderedMember()
  await transition(orderId, INPROGRESS, { startCount: 0 })
  await transition(orderId, COMPLETED)
  expect(await oneRow(db(), 'SELECT start_count FROM orders WHERE id = $1', [orderId])).toEqual({ startCount: 0 })
})

test('a member takes back his own order only while it is pending and was not sent', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  const other = await makeMember()
  await expect(cancelOrder(db(), memberActor(other.id), { orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await db().rows('UPDATE orders SET sent_at = now() WHERE id = $1', [orderId])
  await expect(cancelOrder(db(), memberActor(memberId), { orderId })).rejects.toMatchObject({ code: 'CONFLICT' })
  await db().rows('UPDATE orders SET sent_at = NULL WHERE id = $1', [orderId])
  await transition(orderId, PROCESSING)
  await expect(cancelOrder(db(), memberActor(memberId), { orderId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), memberId)).toBe(0n)
})

test('ten cancels of a member at once pay once', async () => {
  const { memberId, orderId } = await makeOrderedMember()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => cancelOrder(db(), memberActor(memberId), { orderId })),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await balanceOf(db(), memberId)).toBe(330_000n)
})

test('a member’s cancel against the sending of his order: never both', async () => {
  for (let round = 0; round < 10; round++) {
    const { memberId, orderId } = await makeOrderedMember()
    const send = db().rows(`UPDATE orders SET sent_at = now() WHERE id = $1 AND ${unsentOrder.sql()} RETURNING id`, [
      orderId,
    ])
    const [cancelled, sent] = await Promise.allSettled([cancelOrder(db(), memberActor(memberId), { orderId }), send])
    const wasSent = sent.status === 'fulfilled' && sent.value.length === 1
    expect(wasSent).toBe(cancelled.status === 'rejected')
  }
})

test('an order that is not there is not found', async () => {
  await expect(transition(999_999_999, COMPLETED)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
