import { afterEach, describe, expect, test } from 'vitest'
import { confirmApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { readRefundablePoints } from '#lib/charges/queries/refundable-points.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf, readLatestRecoveries, readOpenDebt } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { makeAutoOrder } from './auto/testing/auto-orders.ts'
import { recoverOrderCall, transitionOrderCall } from './calls.ts'
import { orderStatus } from './labels.ts'
import { orderForStaff } from './queries/list-for-staff.ts'
import { orderHistory, orderWithTimeline } from './queries.ts'
import { recoverPoints } from './recover-points.ts'
import { makeCompletedOrder, makeOrder } from './testing/orders.ts'
import { transitionOrder } from './transition-order.ts'

const { PENDING, INPROGRESS, PARTIAL, CANCELED } = orderStatus

afterEach(() => expectBooksBalance())

/** Creates a completed order of 1,000 units at 3.3 P each, which took all points of its member. */
async function makeDelivered(memberId?: number) {
  const id = memberId ?? (await makeMember({ points: 3_300 })).id
  const serviceId = await makeService({ price: 3.3 })
  return { memberId: id, orderId: await makeCompletedOrder({ memberId: id, serviceId, amount: 1_000 }) }
}

const recover = (orderId: number, dropped = 157) =>
  recoverPoints(db(), someStaff, { orderId, dropped, reason: '팔로워 이탈', limits: defaultApprovalLimits })

const transition = (orderId: number, status: 1 | 3 | 5, remains: number | null = null) =>
  transitionOrder(db(), someStaff, { orderId, status, remains, startCount: null, reason: '정정' })

const sendRecovery = ({ headers }: SignedIn, orderId: number, dropped = 157) =>
  send(recoverOrderCall, {
    path: `/api/admin/orders/${orderId}/recover`,
    headers,
    body: { dropped, reason: '팔로워 이탈' },
  })

const confirm = ({ headers }: SignedIn, id: number) =>
  send(confirmApprovalCall, { path: `/api/admin/approvals/${id}/confirm`, headers, body: { reason: '' } })

const orderOf = (id: number) =>
  oneRow<{ refunded: bigint; recovered: bigint }>(db(), 'SELECT refunded, recovered FROM orders WHERE id = $1', [id])

test('157 dropped of 1,000 at 3.3 P give 518.10 P back, which the member sees by the order', async () => {
  const { memberId, orderId } = await makeDelivered()
  expect(await recover(orderId)).toMatchObject({ recovered: 51_810n })
  expect(await balanceOf(db(), memberId)).toBe(51_810n)
  const { rows } = await orderHistory(db(), memberId, { page: 1, size: 10 } as never)
  expect(rows[0]).toMatchObject({ id: orderId, status: 2, refunded: 0, recovered: 518.1 })
  const entry = { kind: 'UNFOLLOW_RECOVERY', delta: 518.1, balanceAfter: 518.1 }
  expect((await orderWithTimeline(db(), orderId, memberId))?.entries.at(-1)).toMatchObject(entry)
  expect(await orderForStaff(db(), orderId)).toMatchObject({ recovered: 518.1 })
  expect(await readLatestRecoveries(db(), memberId)).toMatchObject([{ orderId, point: 518.1 }])
  const audit = "SELECT after, reason FROM audit_entries WHERE action = 'order.recover' AND subject_id = $1"
  expect(await oneRow(db(), audit, [String(orderId)])).toEqual({
    after: { dropped: 157, recovered: 518.1 },
    reason: '팔로워 이탈',
  })
})

test('twenty at once, and one later, give once', async () => {
  const { memberId, orderId } = await makeDelivered()
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => recover(orderId)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(recover(orderId, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), memberId)).toBe(51_810n)
})

test.each([
  ['a fraction of nothing', 0],
  ['less than nothing', -5],
  ['more than was delivered', 844],
])('refuses %s of a partial order', async (_, dropped) => {
  const { id: memberId } = await makeMember({ points: 3_300 })
  const orderId = await makeOrder({ memberId, serviceId: await makeService({ price: 3.3 }), amount: 1_000 })
  await transition(orderId, INPROGRESS)
  await transition(orderId, PARTIAL, 157)
  await expect(recover(orderId, dropped)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await recover(orderId, 843)
  expect(await orderOf(orderId)).toEqual({ refunded: 51_810n, recovered: 278_190n })
})

test.each([
  ['was not delivered', PENDING],
  ['is under way', INPROGRESS],
  ['was canceled', CANCELED],
] as const)('an order that %s gives nothing', async (_, status) => {
  const { id: memberId } = await makeMember({ points: 3_300 })
  const orderId = await makeOrder({ memberId, serviceId: await makeService({ price: 3.3 }), amount: 1_000 })
  if (status !== PENDING) await transition(orderId, status)
  await expect(recover(orderId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('nothing is given without a reason, nor to a member who has left', async () => {
  const { memberId, orderId } = await makeDelivered()
  const recovery = { orderId, dropped: 1, reason: '', limits: defaultApprovalLimits }
  await expect(recoverPoints(db(), someStaff, recovery)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await db().rows(
    `UPDATE members SET deleted_at = now(), email = NULL, phone = NULL, password_hash = NULL, referral_code = NULL
     WHERE id = $1`,
    [memberId],
  )
  await expect(recover(orderId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

describe('what comes back of an order is never more than its price', () => {
  test('a cancelation after a recovery refunds what is left', async () => {
    const { memberId, orderId } = await makeDelivered()
    await recover(orderId)
    expect(await transition(orderId, CANCELED)).toMatchObject({ refund: 278_190n })
    expect(await balanceOf(db(), memberId)).toBe(330_000n)
  })

  test('a partial refund after a recovery stops at what is left', async () => {
    const { memberId, orderId } = await makeDelivered()
    await recover(orderId, 900)
    expect(await transition(orderId, PARTIAL, 500)).toMatchObject({ refund: 33_000n })
    expect(await balanceOf(db(), memberId)).toBe(330_000n)
  })

  test('a recovery and a cancelation at the same moment', async () => {
    for (let run = 0; run < 8; run++) {
      const { memberId, orderId } = await makeDelivered()
      await Promise.allSettled([recover(orderId, 1_000), transition(orderId, CANCELED), recover(orderId, 500)])
      expect(await balanceOf(db(), memberId)).toBeLessThanOrEqual(330_000n)
    }
  })

  test('the database refuses a writer that forgets it', async () => {
    const { orderId } = await makeDelivered()
    await recover(orderId)
    await expect(db().rows('UPDATE orders SET refunded = price WHERE id = $1', [orderId])).rejects.toThrow(
      'orders_recovered_check',
    )
  })
})

test('it is never paid out in cash, and a refund of the order still leads to what paid for it', async () => {
  const { id: memberId } = await makeMember()
  await makeCreditedCharge(memberId, 10_000)
  const { orderId } = await makeDelivered(memberId)
  await recover(orderId)
  expect((await readRefundablePoints(db(), memberId)).refundable).toBe(670_000n)
  await transition(orderId, CANCELED)
  expect((await readRefundablePoints(db(), memberId)).refundable).toBeLessThanOrEqual(1_000_000n - 51_810n)
})

test('a debt is paid from it first', async () => {
  const { id: memberId } = await makeMember()
  const chargeId = await makeCreditedCharge(memberId, 3_300)
  const { orderId } = await makeDelivered(memberId)
  await reverseCharge(db(), someStaff, { chargeId, reason: '오입금' })
  await recover(orderId)
  expect([await balanceOf(db(), memberId), await readOpenDebt(db(), memberId)]).toEqual([0n, 330_000n - 51_810n])
  const kinds = (await orderWithTimeline(db(), orderId, memberId))?.entries.map(({ kind }) => kind)
  expect(kinds).toEqual(['ORDER', 'UNFOLLOW_RECOVERY', 'DEBT_RECOVERY'])
})

test('a run of an auto order gives back its share of what was paid in advance', async () => {
  const { id: memberId } = await makeMember({ points: 9_900 })
  const serviceId = await makeService({ price: 3.3, enableAuto: true })
  const { orderId } = await makeAutoOrder({ memberId, serviceId, amount: 1_000 })
  await transitionOrder(db(), worker, { orderId, status: 2, remains: 0, startCount: null, reason: '' })
  expect(await recover(orderId, 157)).toMatchObject({ recovered: 51_810n })
  expect(await balanceOf(db(), memberId)).toBe(51_810n)
})

describe('a dishonest MANAGER', () => {
  /** Creates a member with `count` completed orders that cost 3,300 P each. */
  async function makeOrders(count: number) {
    const { id } = await makeMember({ points: 3_300 * count })
    const orders: number[] = []
    for (let at = 0; at < count; at++) orders.push((await makeDelivered(id)).orderId)
    return { memberId: id, orders }
  }

  test('gives an accomplice one after the other: after three in 30 days a second person decides', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { memberId, orders } = await makeOrders(5)
    const answers = await Promise.all(orders.map((orderId) => sendRecovery(cheat, orderId)))
    const waiting = answers.filter(({ json }) => json.approval)
    expect(waiting.map(({ json }) => json.approval.why)).toEqual(['OFTEN', 'OFTEN'])
    expect(await balanceOf(db(), memberId)).toBe(3n * 51_810n)
    const id: number = waiting[0]?.json.approval.id
    expect((await confirm(cheat, id)).status).toBe(403)
    expect((await confirm(colleague, id)).status).toBe(200)
    expect((await confirm(colleague, id)).status).toBe(409)
    expect(await balanceOf(db(), memberId)).toBe(4n * 51_810n)
  })

  test('gives a large sum: it waits, and counts for his day', async () => {
    const [cheat, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
    const { id: memberId } = await makeMember({ points: 2_000_000 })
    const serviceId = await makeService({ price: 2_000 })
    const orderId = await makeCompletedOrder({ memberId, serviceId, amount: 1_000 })
    const { json } = await sendRecovery(cheat, orderId, 1_000)
    expect(json).toMatchObject({ recovered: 0, approval: { why: 'LIMIT' } })
    expect((await sendRecovery(cheat, orderId, 1)).status).toBe(409)
    await transition(orderId, PARTIAL, 400)
    expect((await confirm(colleague, json.approval.id)).status).toBe(400)
    expect(await balanceOf(db(), memberId)).toBe(80_000_000n)
  })

  test('cancels what he gave back for: only the rest of the price comes back', async () => {
    const cheat = await makeStaff('MANAGER')
    const { orderId } = await makeDelivered()
    expect((await sendRecovery(cheat, orderId)).json).toEqual({ recovered: 518.1, notified: null })
    const path = `/api/admin/orders/${orderId}/transition`
    const body = { status: CANCELED, reason: '정정' }
    const { json } = await send(transitionOrderCall, { path, headers: cheat.headers, body })
    expect(json).toMatchObject({ refunded: 2_781.9 })
  })
})
