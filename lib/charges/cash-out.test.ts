import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { requestCashRefund } from './request-cash-refund.ts'
import { reverseCharge } from './reverse-charge.ts'
import {
  makeCashRefundInput,
  makeCreditedCharge,
  payOutCashRefundByStaff,
  rejectCashRefundByStaff,
} from './testing/refunds.ts'

// Attacks by a member who tries to withdraw more money than was paid in. Test titles describe the attacker's actions.
afterEach(() => expectBooksBalance())

const WON = 100n

/** Creates the attacking member. Returns functions for what he does and what he has; all amounts are in won. */
async function makeAttacker() {
  const { id } = await makeMember()
  return {
    id,
    charges: (won: number) => makeCreditedCharge(id, won),
    orders: async (won: number) =>
      (await placeOrder(db(), orderRequest({ memberId: id, serviceId: await makeService({ price: 1 }), amount: won })))
        .orderId,
    cancels: (orderId: number) => cancelOrder(db(), memberActor(id), { orderId }),
    asksBack: (won: number | null = null) => requestCashRefund(db(), { memberId: id, input: makeCashRefundInput(won) }),
    has: async () => Number((await balanceOf(db(), id)) / WON),
    owes: async () => Number((await readOpenDebt(db(), id)) / WON),
  }
}

/** Reverses a charge for a staff member, as if its deposit was recalled or turned out to be somebody else's. */
const reverse = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '다른 사람의 입금' })

const deliverOrder = (orderId: number) =>
  transitionOrder(db(), someStaff, { orderId, status: 2, remains: 0, startCount: null, reason: '' })

const conflictWith = (message: string) => ({ code: 'CONFLICT', message: expect.stringContaining(message) })

test('he spends a charge, has it reversed, cancels the order and asks for the points in cash: there are none', async () => {
  const attacker = await makeAttacker()
  const chargeId = await attacker.charges(1_500)
  const orderId = await attacker.orders(1_000)
  expect(await reverse(chargeId)).toMatchObject({ reversed: 500n * WON, debt: 1_000n * WON })
  await expect(attacker.asksBack()).rejects.toMatchObject(conflictWith('정산할 금액'))
  await attacker.cancels(orderId)
  expect([await attacker.has(), await attacker.owes()]).toEqual([0, 0])
  await expect(attacker.asksBack(1_000)).rejects.toMatchObject(conflictWith('환불할 수 있는 금액이 없어요.'))
})

test('he asks first and has the charge reversed before the pay-out: nothing is paid', async () => {
  const attacker = await makeAttacker()
  const chargeId = await attacker.charges(1_500)
  const refundId = await attacker.asksBack()
  await reverse(chargeId)
  await expect(payOutCashRefundByStaff(refundId)).rejects.toMatchObject(conflictWith('충전이 취소되어'))
  await attacker.charges(9_000)
  await expect(payOutCashRefundByStaff(refundId)).rejects.toMatchObject(conflictWith('충전이 취소되어'))
  await rejectCashRefundByStaff(refundId)
  expect(await attacker.has()).toBe(9_000)
})

test('he asks, spends another charge too and has that one reversed: while he owes, nothing is paid', async () => {
  const attacker = await makeAttacker()
  await attacker.charges(10_000)
  const refundId = await attacker.asksBack()
  const other = await attacker.charges(10_000)
  await attacker.orders(15_000)
  await reverse(other)
  expect([await attacker.has(), await attacker.owes()]).toEqual([0, 5_000])
  await expect(payOutCashRefundByStaff(refundId)).rejects.toMatchObject(conflictWith('정산할 금액'))
})

test('he is paid back a part and the same charge is reversed: what he got in cash isn’t taken a second time', async () => {
  const attacker = await makeAttacker()
  const chargeId = await attacker.charges(10_000)
  await payOutCashRefundByStaff(await attacker.asksBack(4_000))
  await attacker.orders(5_000)
  expect(await reverse(chargeId)).toMatchObject({ reversed: 1_000n * WON, debt: 5_000n * WON })
  expect([await attacker.has(), await attacker.owes()]).toEqual([0, 5_000])
})

test('he spends between request and pay-out: what these charges no longer have is not paid', async () => {
  const attacker = await makeAttacker()
  await attacker.charges(10_000)
  const refundId = await attacker.asksBack(6_000)
  const orderId = await attacker.orders(4_001)
  await movePoints(db(), worker, {
    memberId: attacker.id,
    kind: 'ADJUSTMENT',
    delta: 50_000n * WON,
    refType: 'test',
    refId: attacker.id,
  })
  await expect(payOutCashRefundByStaff(refundId)).rejects.toMatchObject(conflictWith('사용해'))
  await attacker.cancels(orderId)
  await payOutCashRefundByStaff(refundId)
  expect(await attacker.has()).toBe(54_000)
})

test('he has an order delivered, is given points by staff and asks for these in cash: they were never paid', async () => {
  const attacker = await makeAttacker()
  await attacker.charges(100_000)
  await deliverOrder(await attacker.orders(100_000))
  const gift = { memberId: attacker.id, kind: 'ADJUSTMENT', refType: 'gift', refId: attacker.id } as const
  await movePoints(db(), worker, { ...gift, delta: 100_000n * WON })
  await expect(attacker.asksBack()).rejects.toMatchObject(conflictWith('환불할 수 있는 금액이 없어요.'))
})

test('he launders recovered points by ordering with them and canceling: they come back as they were', async () => {
  const attacker = await makeAttacker()
  await attacker.charges(10_000)
  await deliverOrder(await attacker.orders(10_000))
  await movePoints(db(), worker, {
    memberId: attacker.id,
    kind: 'UNFOLLOW_RECOVERY',
    delta: 5_000n * WON,
    refType: 'order',
    refId: attacker.id,
  })
  await attacker.cancels(await attacker.orders(5_000))
  await expect(attacker.asksBack()).rejects.toMatchObject(conflictWith('환불할 수 있는 금액이 없어요.'))
  await attacker.charges(1_000)
  await expect(attacker.asksBack(1_001)).rejects.toMatchObject(conflictWith('1,000원까지'))
})

test('two charges: one is reversed, the other pays for what was spent of it, and gets back what the order returns', async () => {
  const attacker = await makeAttacker()
  const bad = await attacker.charges(5_000)
  const orderId = await attacker.orders(3_000)
  await attacker.charges(10_000)
  await reverse(bad)
  expect(await attacker.has()).toBe(7_000)
  await attacker.cancels(orderId)
  await expect(attacker.asksBack(10_001)).rejects.toMatchObject(conflictWith('10,000원까지'))
  await payOutCashRefundByStaff(await attacker.asksBack(10_000))
  expect([await attacker.has(), await attacker.owes()]).toEqual([0, 0])
})

test('two charges, one paid back: an order refund returns to the one that paid for the order', async () => {
  const attacker = await makeAttacker()
  await attacker.charges(4_000)
  const orderId = await attacker.orders(4_000)
  await attacker.charges(6_000)
  await payOutCashRefundByStaff(await attacker.asksBack())
  expect(await attacker.has()).toBe(0)
  await attacker.cancels(orderId)
  await payOutCashRefundByStaff(await attacker.asksBack())
  expect(await attacker.has()).toBe(0)
  await expect(attacker.asksBack()).rejects.toMatchObject(conflictWith('환불할 수 있는 금액이 없어요.'))
})

test('a request made within 72 hours is paid later, as long as its charges have it', async () => {
  const attacker = await makeAttacker()
  const chargeId = await attacker.charges(10_000)
  const refundId = await attacker.asksBack(7_000)
  await db().rows("UPDATE charges SET response_at = response_at - interval '80 hours' WHERE id = $1", [chargeId])
  await attacker.charges(2_000)
  await attacker.orders(3_000)
  await payOutCashRefundByStaff(refundId)
  expect(await attacker.has()).toBe(2_000)
  await expect(attacker.asksBack(2_001)).rejects.toMatchObject(conflictWith('2,000원까지'))
})

describe('with a debt', () => {
  test('he can’t leave: his account is deleted once it is paid', async () => {
    const attacker = await makeAttacker()
    const chargeId = await attacker.charges(1_000)
    await deliverOrder(await attacker.orders(1_000))
    await reverse(chargeId)
    await expect(deleteAccount(db(), attacker.id)).rejects.toMatchObject(
      conflictWith('정산할 금액이 남아 있어 탈퇴할 수 없습니다.'),
    )
    await attacker.charges(1_000)
    await deleteAccount(db(), attacker.id)
  })

  test('he charges again: what he owes goes first, and only the rest is his in cash', async () => {
    const attacker = await makeAttacker()
    const chargeId = await attacker.charges(3_000)
    await deliverOrder(await attacker.orders(2_500))
    await reverse(chargeId)
    await attacker.charges(4_000)
    expect([await attacker.has(), await attacker.owes()]).toEqual([1_500, 0])
    await expect(attacker.asksBack(1_501)).rejects.toMatchObject(conflictWith('1,500원까지'))
  })
})

describe('at the same moment', () => {
  const outcome = async (refundId: number) =>
    (await oneRow<{ status: number }>(db(), 'SELECT status FROM refund_requests WHERE id = $1', [refundId])).status

  test('a pay-out and the reversal of its charge: paid and the rest reversed, or reversed and nothing paid', async () => {
    for (let round = 0; round < 8; round++) {
      const attacker = await makeAttacker()
      const chargeId = await attacker.charges(10_000)
      const refundId = await attacker.asksBack(6_000)
      const [paid, reversed] = await Promise.allSettled([payOutCashRefundByStaff(refundId), reverse(chargeId)])
      expect(reversed.status).toBe('fulfilled')
      expect(await outcome(refundId)).toBe(paid.status === 'fulfilled' ? 1 : 0)
      expect(await attacker.has()).toBe(0)
      expect(await attacker.owes()).toBe(0)
    }
  })

  test('a request, a reversal and an order: nobody waits for ever, and nothing is paid for a reversed charge', async () => {
    for (let round = 0; round < 8; round++) {
      const attacker = await makeAttacker()
      const charges = [await attacker.charges(5_000), await attacker.charges(5_000)]
      const [asked] = await Promise.allSettled([
        attacker.asksBack(),
        reverse(charges[1] as number),
        attacker.orders(2_000),
      ])
      expect(await attacker.owes()).toBe(0)
      expect(await attacker.has()).toBe(3_000)
      if (asked.status === 'rejected') continue
      const paid = await payOutCashRefundByStaff(asked.value).then(
        () => true,
        () => false,
      )
      expect(await attacker.has()).toBe(paid ? 0 : 3_000)
    }
  })
})
