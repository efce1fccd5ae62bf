import { afterEach, describe, expect, test } from 'vitest'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { MAX_REPLAYED_ENTRIES, readRefundablePoints } from './queries/refundable-points.ts'
import { cashRefundsForStaff, openCashRefundTotals, recentCashRefundsOf } from './queries/refunds.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { reverseCharge } from './reverse-charge.ts'
import {
  makeCashRefundInput,
  makeCashRefundRequest,
  makeCreditedCharge,
  makeMemberWithCredit,
  payOutCashRefundByStaff as pay,
  rejectCashRefundByStaff as reject,
} from './testing/refunds.ts'

afterEach(() => expectBooksBalance())

const requestRefundOf = (memberId: number, point: number | null = null) =>
  requestCashRefund(db(), { memberId, input: makeCashRefundInput(point) })
const refundablePointsOf = async (handle: Db, memberId: number) =>
  (await readRefundablePoints(handle, memberId)).refundable
const orderFor = async (memberId: number, amount: number) =>
  placeOrder(db(), orderRequest({ memberId, serviceId: await makeService({ price: 1 }), amount }))
const refundStatusOf = async (id: number) =>
  (await oneRow<{ status: number }>(db(), 'SELECT status FROM refund_requests WHERE id = $1', [id])).status
const reverse = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })
let refCount = 0
const givePoints = (memberId: number, delta: bigint, kind: 'UNFOLLOW_RECOVERY' | 'ADJUSTMENT' = 'UNFOLLOW_RECOVERY') =>
  movePoints(db(), worker, { memberId, kind, delta, refType: 'test', refId: ++refCount })

describe('what can be paid back', () => {
  test('is the last 72 hours’ charges, and no more than is left of the balance', async () => {
    const { id } = await makeMember({ points: 50_000 })
    expect(await refundablePointsOf(db(), id)).toBe(0n)
    await makeCreditedCharge(id, 10_000)
    await makeCreditedCharge(id, 5_000)
    expect(await refundablePointsOf(db(), id)).toBe(1_500_000n)
    await orderFor(id, 52_000)
    expect(await refundablePointsOf(db(), id)).toBe(1_300_000n)
  })

  test('leaves out charges that were credited longer ago', async () => {
    const id = await makeMemberWithCredit(3_000)
    // The ledger is append-only, so the test can't make the charge older. Instead it runs statements as if it were 73
    // hours later.
    const later = (sql: string, values?: readonly unknown[]) =>
      db().rows<never>(sql.replaceAll('statement_timestamp()', "(now() + interval '73 hours')"), values)
    expect(await refundablePointsOf(db(), id)).toBe(300_000n)
    expect(await refundablePointsOf({ rows: later }, id)).toBe(0n)
  })

  test('leaves out points that were paid back already, and reversed charges', async () => {
    const { id } = await makeMember()
    await makeCreditedCharge(id, 10_000)
    const second = await makeCreditedCharge(id, 4_000)
    await pay(await requestRefundOf(id, 2_000))
    expect(await refundablePointsOf(db(), id)).toBe(1_200_000n)
    await reverse(second)
    expect(await refundablePointsOf(db(), id)).toBe(1_000_000n)
  })

  test.each(['UNFOLLOW_RECOVERY', 'ADJUSTMENT'] as const)(
    'leaves out what nobody paid for (%s), also when it was ordered with and the order canceled',
    async (kind) => {
      const { id } = await makeMember()
      await makeCreditedCharge(id, 10_000)
      await orderFor(id, 7_000)
      await givePoints(id, 500_000n, kind)
      expect(await balanceOf(db(), id)).toBe(800_000n)
      expect(await refundablePointsOf(db(), id)).toBe(300_000n)
      await cancelOrder(db(), memberActor(id), { orderId: (await orderFor(id, 6_000)).orderId })
      expect(await refundablePointsOf(db(), id)).toBe(300_000n)
    },
  )

  test('treats a cancelled order of a bulk order as if it had never been placed', async () => {
    const { id } = await makeMember()
    const charge = await makeCreditedCharge(id, 10_000)
    const serviceId = await makeService({ price: 1 })
    const rows = [6_000, 3_000].map((amount) => ({ serviceId, amount }))
    const { results } = await placeOrders(db(), bulkRequest({ memberId: id, rows }))
    expect(await refundablePointsOf(db(), id)).toBe(100_000n)
    const [first] = results
    await cancelOrder(db(), memberActor(id), { orderId: first && 'orderId' in first ? first.orderId : 0 })
    expect(await refundablePointsOf(db(), id)).toBe(700_000n)
    expect((await readRefundablePoints(db(), id)).unspentOfCharges).toMatchObject([
      { chargeId: charge, unspent: 700_000n },
    ])
  })

  test('treats a canceled order as if it had never been placed; auto orders and their runs too', async () => {
    const { id } = await makeMember({ points: 100 })
    await makeCreditedCharge(id, 10_000)
    const { orderId } = await orderFor(id, 9_000)
    expect(await refundablePointsOf(db(), id)).toBe(110_000n)
    await cancelOrder(db(), memberActor(id), { orderId })
    expect(await refundablePointsOf(db(), id)).toBe(1_000_000n)
    const serviceId = await makeService({ price: 1, enableAuto: true })
    const { autoOrderId = 0, orderId: run } = await placeAutoOrder(
      db(),
      orderRequest({ memberId: id, serviceId, amount: 1_000, runs: 3, interval: 60 }),
    )
    expect(await refundablePointsOf(db(), id)).toBe(710_000n)
    await cancelOrder(db(), memberActor(id), { orderId: run })
    await cancelAutoOrder(db(), someStaff, { autoOrderId, reason: '' })
    expect(await refundablePointsOf(db(), id)).toBe(1_000_000n)
  })

  test('is never more when a long ledger is read in spans', async () => {
    const { id } = await makeMember({ points: 50 })
    await makeCreditedCharge(id, 10_000)
    const { orderId } = await orderFor(id, 4_000)
    await makeCreditedCharge(id, 1_000)
    await db().rows(
      `WITH spent AS (UPDATE balances SET point = point - $2::int WHERE member_id = $1 RETURNING point)
       INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
       SELECT $1, 'ADJUSTMENT', -1, point + $2::int - n, 'many', n, 'test' FROM spent, generate_series(1, $2::int) AS n ORDER BY n`,
      [id, MAX_REPLAYED_ENTRIES],
    )
    expect(await refundablePointsOf(db(), id)).toBe(685_000n)
    await cancelOrder(db(), memberActor(id), { orderId })
    expect(await refundablePointsOf(db(), id)).toBe(685_000n)
    await pay(await requestRefundOf(id, 2_000))
    expect(await refundablePointsOf(db(), id)).toBe(485_000n)
  })

  test('is whole won', async () => {
    const id = await makeMemberWithCredit(1_000)
    await placeOrder(db(), orderRequest({ memberId: id, serviceId: await makeService({ price: 0.5 }), amount: 11 }))
    expect(await refundablePointsOf(db(), id)).toBe(99_400n)
  })
})

describe('a refund request', () => {
  test('is for all refundable points unless it names an amount, and doesn’t change the balance', async () => {
    const id = await makeMemberWithCredit(10_000)
    await requestRefundOf(id)
    expect(await recentCashRefundsOf(db(), id)).toMatchObject([
      { point: 10_000, status: 0, account: '****1234', bank: '국민은행' },
    ])
    expect(await balanceOf(db(), id)).toBe(1_000_000n)
  })

  test('is shown for three months, and longer until its money is sent', async () => {
    const id = await makeMemberWithCredit(10_000)
    const refundId = await requestRefundOf(id)
    await ownerDatabase().rows("UPDATE refund_requests SET created_at = now() - interval '4 months' WHERE id = $1", [
      refundId,
    ])
    expect(await recentCashRefundsOf(db(), id)).toMatchObject([{ id: refundId, status: 0 }])
    await pay(refundId)
    expect(await recentCashRefundsOf(db(), id)).toEqual([])
  })

  test('for more than is refundable is a conflict, also if nothing is', async () => {
    const id = await makeMemberWithCredit(10_000)
    await expect(requestRefundOf(id, 10_001)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('10,000원'),
    })
    const { id: poor } = await makeMember({ points: 500 })
    await expect(requestRefundOf(poor)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '환불할 수 있는 금액이 없어요.',
    })
  })

  test('of twenty at once only one succeeds', async () => {
    const id = await makeMemberWithCredit(10_000)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => requestRefundOf(id, 1_000)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
  })

  test('may follow one that was rejected, and is never stored with its account in the clear', async () => {
    const id = await makeMemberWithCredit(10_000)
    await reject(await requestRefundOf(id))
    await requestRefundOf(id)
    const [row] = await db().rows<{ all: string }>(
      'SELECT r::text AS all FROM refund_requests r WHERE member_id = $1',
      [id],
    )
    expect(row?.all).not.toContain('12345678901234')
    const { rows } = await cashRefundsForStaff(db(), { q: '홍길동', size: 50 }, { memberId: 0, role: 'MANAGER' })
    expect(rows[0]).toMatchObject({ memberNo: id, account: '12345678901234', email: 'back@example.com', status: 0 })
  })
})

describe('a pay-out', () => {
  test('of thirty at once debits the points once', async () => {
    const { id } = await makeMember({ points: 100_000 })
    const refundId = await makeCashRefundRequest(id)
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => pay(refundId)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
    expect(await balanceOf(db(), id)).toBe(10_000_000n)
  })

  test('against a rejection at the same moment: exactly one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await makeMember()
      const refundId = await makeCashRefundRequest(id)
      const [paid, rejected] = await Promise.allSettled([pay(refundId), reject(refundId)])
      expect([paid.status, rejected.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await balanceOf(db(), id)).toBe(paid.status === 'fulfilled' ? 0n : 1_000_000n)
    }
  })

  test('against an order of the same points at the same moment: one is paid, and nothing twice', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await makeMember()
      const refundId = await makeCashRefundRequest(id)
      const serviceId = await makeService({ price: 1 })
      const request = orderRequest({ memberId: id, serviceId, amount: 6_000 })
      const [paid, ordered] = await Promise.allSettled([pay(refundId), placeOrder(db(), request)])
      expect([paid.status, ordered.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await balanceOf(db(), id)).toBe(paid.status === 'fulfilled' ? 0n : 400_000n)
      expect(await refundStatusOf(refundId)).toBe(paid.status === 'fulfilled' ? 1 : 0)
    }
  })

  test('of points that were spent meanwhile leaves the request open, and sends no e-mail', async () => {
    const { id } = await makeMember()
    const refundId = await makeCashRefundRequest(id)
    await orderFor(id, 1)
    const before = await oneRow(db(), 'SELECT count(*)::int AS mails FROM outbox_messages')
    await expect(pay(refundId)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await refundStatusOf(refundId)).toBe(0)
    expect(await oneRow(db(), 'SELECT count(*)::int AS mails FROM outbox_messages')).toEqual(before)
  })

  test('against the next request at the same moment: neither waits for the other for ever', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await makeMember()
      const refundId = await makeCashRefundRequest(id)
      const [paid, asked] = await Promise.allSettled([pay(refundId), requestRefundOf(id)])
      expect(paid.status).toBe('fulfilled')
      expect(asked).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } })
    }
  })
})

test('a rejection needs a reason; an unknown request isn’t found', async () => {
  const { id } = await makeMember()
  const refundId = await makeCashRefundRequest(id)
  await expect(reject(refundId, '')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await expect(pay(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(reject(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reject(refundId)
  await expect(pay(refundId)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await balanceOf(db(), id)).toBe(1_000_000n)
})

test('a decision is e-mailed to the address of its request, a rejection with its reason, and audited', async () => {
  const [paid, rejected] = [
    await makeCashRefundRequest((await makeMember()).id),
    await makeCashRefundRequest((await makeMember()).id),
  ]
  await pay(paid)
  expect(await lastMessageBodyTo('back@example.com')).toBe('신청하신 환불 10,000원을 계좌로 보내 드렸어요.')
  await reject(rejected, '예금주가 달라요')
  expect(await lastMessageBodyTo('back@example.com')).toBe('신청하신 환불 10,000원이 반려됐어요. 사유: 예금주가 달라요')
  const audited = "SELECT action, reason FROM audit_entries WHERE subject_type = 'refund' AND subject_id = $1"
  expect(await db().rows(audited, [String(paid)])).toMatchObject([{ action: 'refund.pay' }])
  expect(await db().rows(audited, [String(rejected)])).toEqual([{ action: 'refund.reject', reason: '예금주가 달라요' }])
})

test('open refund requests are counted, with the sum of their points', async () => {
  const before = await openCashRefundTotals(db())
  await makeCashRefundRequest((await makeMember()).id)
  expect(await openCashRefundTotals(db())).toEqual({
    ...before,
    count: before.count + 1,
    point: before.point + 1_000_000n,
  })
})

test('a refund paid by a bulk-transfer file is counted and listed until its money was sent', async () => {
  const { unsent } = await openCashRefundTotals(db())
  const refundId = await makeCashRefundRequest((await makeMember()).id)
  const listed = async (filter: { status?: number; q: string; transfer: 'DUE' }) =>
    (await cashRefundsForStaff(db(), { size: 200, ...filter }, { memberId: 0, role: 'MANAGER' })).rows.map(
      ({ id }) => id,
    )
  expect(await listed({ q: '', transfer: 'DUE' })).not.toContain(refundId)
  await pay(refundId, { byFile: true })
  expect((await openCashRefundTotals(db())).unsent).toBe(unsent + 1)
  expect(await listed({ q: '', transfer: 'DUE' })).toHaveLength(unsent + 1)
  expect(await listed({ status: 1, q: '홍길동', transfer: 'DUE' })).toContain(refundId)
  expect(await listed({ status: 0, q: '', transfer: 'DUE' })).toEqual([])
  await db().rows("UPDATE refund_requests SET transfer = 'SENT' WHERE id = $1", [refundId])
  expect((await openCashRefundTotals(db())).unsent).toBe(unsent)
  expect(await listed({ q: '', transfer: 'DUE' })).not.toContain(refundId)
})
