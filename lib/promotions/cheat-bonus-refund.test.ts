import { afterEach, beforeEach, expect, test } from 'vitest'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { readRefundablePoints } from '#lib/charges/queries/refundable-points.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import {
  makeCashRefundInput,
  makeCreditedCharge,
  payOutCashRefundByStaff,
  rejectCashRefundByStaff,
} from '#lib/charges/testing/refunds.ts'
import { fingerprint } from '#lib/core/crypto.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { recordVisit } from '#lib/members/record-visit.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { redeemCoupon } from './redeem-coupon.ts'
import { makeBonusInput, makeCouponInput, makePromotion, stopAllPromotions } from './testing/promotions.ts'

// Attacks by a member who wants to turn bonuses or coupons into money, or to get more of them than allowed. Test titles
// describe the attacker's actions. Amounts are in won.
beforeEach(stopAllPromotions)
afterEach(() => expectBooksBalance())

async function makeCheat() {
  const { id } = await makeMember()
  return {
    id,
    charges: (won: number) => makeCreditedCharge(id, won),
    orders: async (won: number) => makeOrder({ memberId: id, serviceId: await makeService({ price: 1 }), amount: won }),
    cancels: (orderId: number) => cancelOrder(db(), memberActor(id), { orderId }),
    asksBack: (won: number | null = null) => requestCashRefund(db(), { memberId: id, input: makeCashRefundInput(won) }),
    redeems: async (change: object = {}) =>
      redeemCoupon(db(), { memberId: id, code: (await makePromotion(makeCouponInput(change))).code }),
    has: async () => Number(await balanceOf(db(), id)) / 100,
    owes: async () => Number(await readOpenDebt(db(), id)) / 100,
    couldHave: async () => Number((await readRefundablePoints(db(), id)).refundable) / 100,
  }
}

test('he charges, takes the bonus and asks for all in cash: he gets what he paid, and the bonus goes', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  expect([await he.has(), await he.couldHave()]).toEqual([11_000, 10_000])
  await payOutCashRefundByStaff(await he.asksBack())
  expect([await he.has(), await he.owes()]).toEqual([0, 0])
})

test('he spends the bonus first and asks for the charge in cash: what the bonus was worth is held back', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  await he.orders(1_000)
  expect(await he.couldHave()).toBe(9_090)
  await expect(he.asksBack(9_091)).rejects.toMatchObject({ code: 'CONFLICT' })
  await payOutCashRefundByStaff(await he.asksBack())
  expect([await he.has(), await he.owes(), await he.couldHave()]).toEqual([1, 0, 0])
})

test('he asks first, spends the bonus before the pay-out: it isn’t paid, and he may ask for less', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  const refundId = await he.asksBack()
  await he.orders(1_000)
  await expect(payOutCashRefundByStaff(refundId)).rejects.toMatchObject({
    message: expect.stringContaining('보너스를 사용해'),
  })
  expect(await he.has()).toBe(10_000)
})

test('he is refused one part and paid another: only what is paid takes of the bonus', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  await rejectCashRefundByStaff(await he.asksBack(4_000))
  expect(await he.couldHave()).toBe(10_000)
  await payOutCashRefundByStaff(await he.asksBack(5_000))
  expect([await he.has(), await he.couldHave()]).toEqual([5_500, 5_000])
})

test('he asks for it in many small parts, so that roundings favour him: together no more goes back than was given', async () => {
  await makePromotion(makeBonusInput({ percent: 3.33 }))
  const he = await makeCheat()
  await he.charges(1_000)
  for (const won of [1, 2, 3, 4, 90]) await payOutCashRefundByStaff(await he.asksBack(won))
  await payOutCashRefundByStaff(await he.asksBack())
  expect(await he.has()).toBe(0)
})

test('he is paid back and cancels an order of before: its points aren’t paid for, so they are no cash', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  const orderId = await he.orders(1_000)
  await payOutCashRefundByStaff(await he.asksBack())
  await he.cancels(orderId)
  expect(await he.has()).toBe(1_001)
  expect(await he.couldHave()).toBeLessThanOrEqual(910)
  expect(9_090 + (await he.couldHave())).toBeLessThanOrEqual(10_000)
})

test('he is paid back and charges again for the bonus: a member gets it once', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  await he.charges(10_000)
  await payOutCashRefundByStaff(await he.asksBack())
  await he.charges(10_000)
  expect(await he.has()).toBe(10_000)
})

test('he goes in circles through a bonus that comes each time: nothing is left over', async () => {
  await makePromotion(makeBonusInput({ once: false }))
  const he = await makeCheat()
  for (let round = 0; round < 3; round++) {
    await he.charges(10_000)
    await payOutCashRefundByStaff(await he.asksBack())
  }
  expect(await he.has()).toBe(0)
})

test('he asks for a coupon in cash: it is no ground, and one of a charge goes back with it', async () => {
  const he = await makeCheat()
  await he.redeems({ point: 3_000 })
  expect(await he.couldHave()).toBe(0)
  await he.redeems({ point: 500, minCharge: 1_000 })
  await he.charges(10_000)
  expect([await he.has(), await he.couldHave()]).toEqual([13_500, 10_000])
  await payOutCashRefundByStaff(await he.asksBack(5_000))
  expect(await he.has()).toBe(8_250)
  await payOutCashRefundByStaff(await he.asksBack())
  expect(await he.has()).toBe(3_000)
})

test('he is paid back a part and the charge is reversed: the rest of the bonus goes once', async () => {
  await makePromotion(makeBonusInput())
  const he = await makeCheat()
  const chargeId = await he.charges(10_000)
  await payOutCashRefundByStaff(await he.asksBack(4_000))
  expect(await he.has()).toBe(6_600)
  await he.orders(6_600)
  const reversal = { chargeId, reason: '다른 사람의 입금' }
  expect(await reverseCharge(db(), someStaff, reversal)).toMatchObject({
    debt: 600_000n,
    grants: { taken: 0n, debt: 60_000n },
  })
  expect([await he.has(), await he.owes()]).toEqual([0, 6_600])
})

test('he opens many accounts with one telephone’s browser or one bank account: one of them gets it', async () => {
  const { code } = await makePromotion(makeCouponInput())
  const accounts = await Promise.all(Array.from({ length: 4 }, makeCheat))
  for (const { id } of accounts) await recordVisit(db(), id, { device: 'a'.repeat(32), address: '' })
  const answers = await Promise.allSettled(accounts.map(({ id }) => redeemCoupon(db(), { memberId: id, code })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await makePromotion(makeBonusInput())
  const [one, other] = [await makeCheat(), await makeCheat()]
  const hash = fingerprint('test', 'account')
  await db().rows(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, response_at, account_hash)
     SELECT unnest($1::int[]), 100, 'a@b.co', '홍길동', '국민', $2, ${refundStatus.REJECTED}, now(), $3`,
    [[one.id, other.id], Buffer.from('sealed'), hash],
  )
  await one.charges(10_000)
  await other.charges(10_000)
  expect([await one.has(), await other.has()]).toEqual([11_000, 10_000])
})

test('in the demo, where visitors try several accounts in one browser, each of them gets it', async () => {
  env().DEMO = true
  try {
    const { code } = await makePromotion(makeCouponInput())
    for (const { id } of [await makeCheat(), await makeCheat()]) {
      await recordVisit(db(), id, { device: 'b'.repeat(32), address: '' })
      expect(await redeemCoupon(db(), { memberId: id, code })).toMatchObject({ credited: true })
    }
  } finally {
    env().DEMO = false
  }
})

test('he is staff, or has a second account beside that of staff: he gets no coupon and no bonus', async () => {
  await makePromotion(makeBonusInput())
  const { code } = await makePromotion(makeCouponInput())
  const { id } = await makeMember({ role: 'SUPPORT' })
  await expect(redeemCoupon(db(), { memberId: id, code })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  const second = await makeCheat()
  await db().rows(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, response_at, account_hash)
     SELECT unnest($1::int[]), 100, 'a@b.co', '홍길동', '국민', $2, ${refundStatus.REJECTED}, now(), $3`,
    [[id, second.id], Buffer.from('sealed'), fingerprint('test', 'staff')],
  )
  await expect(redeemCoupon(db(), { memberId: second.id, code })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
  await second.charges(10_000)
  expect(await second.has()).toBe(10_000)
})
