import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { expectLockWaits } from '#lib/core/testing/lock-waits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { readOpenDebt } from '#lib/points/queries.ts'
import { redeemCoupon } from '#lib/promotions/redeem-coupon.ts'
import {
  makeBonusInput,
  makeCouponInput,
  makePromotion,
  stopAllPromotions,
} from '#lib/promotions/testing/promotions.ts'
import { settleReward } from '#lib/referrals/settle-reward.ts'
import { passRefundPeriod, rewardEntriesOf } from '#lib/referrals/testing/referrals.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { requestCancellation } from './cancel-payment.ts'
import { checkPayments } from './check-payments.ts'
import { type PortoneStandIn, startPortoneStandIn } from './testing/portone-stand-in.ts'
import {
  cancelByStaff,
  connectAndOfferPayments,
  endOpenWork,
  endPauses,
  makePayer,
  openTaskKinds,
  workUntilSettled,
} from './testing/world.ts'

// Attacks by a member who wants the bonus and reward of a card charge without paying for it. Test titles describe his
// actions.
let standIn: PortoneStandIn

beforeAll(async () => {
  standIn = await startPortoneStandIn()
})

beforeEach(async () => {
  await stopAllPromotions()
  await saveSettings({ REFERRAL_REWARD_PERCENT: 10 })
  Object.assign(standIn, { faultOf: () => undefined, held: null, cancelMode: 'NOW', keepsReasons: true })
  await connectAndOfferPayments(standIn)
})

afterEach(async () => {
  await endOpenWork()
  await expectBooksBalance()
})

afterAll(() => standIn.stop())

test('he pays, takes the bonus and has all cancelled: the bonus goes too', async () => {
  await makePromotion(makeBonusInput())
  const he = await makePayer(standIn)
  const { chargeId } = await he.pays(10_000)
  expect(await he.has()).toBe(11_000)
  await cancelByStaff(chargeId)
  expect([await he.has(), await he.owes()]).toEqual([0, 0])
  await workUntilSettled(standIn)
  expect([await he.has(), await he.owes()]).toEqual([0, 0])
})

test('he spends the bonus first: what it was worth isn’t cancelled', async () => {
  await makePromotion(makeBonusInput())
  const he = await makePayer(standIn)
  const { paymentId, chargeId } = await he.pays(10_000)
  await he.orders(1_000)
  await expect(cancelByStaff(chargeId, 9_091)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await cancelByStaff(chargeId)
  await workUntilSettled(standIn)
  expect([standIn.cancelled(paymentId).won, await he.owes()]).toEqual([9_090, 0])
  expect(await he.has()).toBeLessThanOrEqual(1)
})

test('he has it cancelled in two parts: the bonus goes in proportion to both', async () => {
  await makePromotion(makeBonusInput())
  const he = await makePayer(standIn)
  const { chargeId } = await he.pays(10_000)
  await cancelByStaff(chargeId, 4_000)
  await workUntilSettled(standIn)
  expect(await he.has()).toBe(6_600)
  await cancelByStaff(chargeId, 6_000)
  await workUntilSettled(standIn)
  expect([await he.has(), await he.owes()]).toEqual([0, 0])
})

test('he cancels with his card company after spending all: charge and bonus are a debt', async () => {
  await makePromotion(makeBonusInput())
  const he = await makePayer(standIn)
  const { paymentId } = await he.pays(10_000)
  await he.orders(11_000)
  standIn.cancelInConsole(paymentId)
  await workUntilSettled(standIn)
  expect([await he.has(), await he.owes()]).toEqual([0, 11_000])
})

test('a cancellation is refused: what was taken of bonus and coupon comes back with the charge', async () => {
  await makePromotion(makeBonusInput())
  const he = await makePayer(standIn)
  const { code } = await makePromotion(makeCouponInput({ minCharge: 5_000 }))
  await redeemCoupon(db(), { memberId: he.id, code })
  const { chargeId } = await he.pays(10_000)
  const before = await he.has()
  standIn.cancelMode = 'REFUSE'
  await cancelByStaff(chargeId, 5_000)
  expect(await he.has()).toBeLessThan(before - 5_000)
  await workUntilSettled(standIn)
  expect(await he.has()).toBe(before)
  standIn.cancelMode = 'NOW'
  await cancelByStaff(chargeId)
  await workUntilSettled(standIn)
  expect([await he.has(), await he.owes()]).toEqual([0, 0])
})

/**
 * Creates a member and his referrer. The member's first charge is a card charge, for which the referrer's reward is
 * due.
 */
async function makeReferred() {
  const [he, { id: referrerId }] = [await makePayer(standIn), await makeMember()]
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [referrerId, he.id])
  const paid = await he.pays(10_000)
  await passRefundPeriod(paid.chargeId)
  return { he, referrerId, ...paid }
}

const rewardsOf = async (memberId: number): Promise<number[]> =>
  (await rewardEntriesOf(memberId)).map(({ delta }) => Number(delta) / 100)

test('he has the charge cancelled before the reward is due: none is paid', async () => {
  const { referrerId, chargeId } = await makeReferred()
  await cancelByStaff(chargeId)
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  expect(await rewardsOf(referrerId)).toEqual([])
})

test('he has parts of it cancelled after the reward was paid: it is taken back in proportion', async () => {
  const { referrerId, chargeId, paymentId } = await makeReferred()
  await settleReward(db(), chargeId)
  expect(await rewardsOf(referrerId)).toEqual([1_000])
  await cancelByStaff(chargeId, 4_000)
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  expect(await rewardsOf(referrerId)).toEqual([1_000, -400])
  standIn.cancelInConsole(paymentId)
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  expect(await rewardsOf(referrerId)).toEqual([1_000, -400, -600])
})

test('a refused cancellation costs the referrer nothing', async () => {
  const { referrerId, chargeId } = await makeReferred()
  await settleReward(db(), chargeId)
  standIn.cancelMode = 'REFUSE'
  await cancelByStaff(chargeId)
  await settleReward(db(), chargeId)
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  expect(await rewardsOf(referrerId)).toEqual([1_000])
})

test('he has it cancelled in the minute in which the reward falls due: it waits until PortOne has answered', async () => {
  const { referrerId, chargeId } = await makeReferred()
  await cancelByStaff(chargeId)
  expect(await settleReward(db(), chargeId)).toBe(false)
  expect(await rewardsOf(referrerId)).toEqual([])
  standIn.cancelMode = 'REFUSE'
  await workUntilSettled(standIn)
  expect(await settleReward(db(), chargeId)).toBe(true)
})

test('he has staff ask for a cancellation that a second person refuses: the reward waits no longer than that', async () => {
  const { referrerId, chargeId } = await makeReferred()
  const limits = approvalLimitsOf({ APPROVAL_LIMIT: 5_000, DAILY_LIMIT: 0 })
  const wanted = { chargeId, point: null, reason: '회원 요청', limits }
  const { approval } = await requestCancellation(db(), someStaff, wanted)
  expect(await settleReward(db(), chargeId)).toBe(false)
  await db().rows("UPDATE approvals SET state = 'REFUSED', decided_at = now() WHERE id = $1", [approval?.id])
  expect(await settleReward(db(), chargeId)).toBe(true)
  expect(await rewardsOf(referrerId)).toEqual([1_000])
})

test('he cancels with his card company while a refund of his is paid out: the reward isn’t held before its charge', async () => {
  const { he, chargeId, paymentId } = await makeReferred()
  standIn.cancelInConsole(paymentId, 4_000)
  await endPauses()
  let answer = () => {}
  standIn.held = new Promise((resolve) => {
    answer = resolve
  })
  const checking = checkPayments(db())
  await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM charges WHERE id = $1 FOR NO KEY UPDATE', [chargeId])
    answer()
    await expectLockWaits()
    await tx.rows('SELECT FROM referral_rewards WHERE charge_id = $1 FOR UPDATE NOWAIT', [chargeId])
  })
  await checking
  expect(await he.has()).toBe(6_000)
})

test('his referrer spends the reward and leaves while it is cancelled: refused; before it: staff are told', async () => {
  const { referrerId, chargeId } = await makeReferred()
  await settleReward(db(), chargeId)
  const order = orderRequest({ memberId: referrerId, serviceId: await makeService({ price: 1 }), amount: 1_000 })
  const { orderId } = await placeOrder(db(), order)
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [orderId])
  await cancelByStaff(chargeId, 4_000)
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject({ code: 'CONFLICT' })
  standIn.cancelMode = 'REFUSE'
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  await deleteAccount(db(), referrerId)
  standIn.cancelMode = 'NOW'
  await cancelByStaff(chargeId)
  await workUntilSettled(standIn)
  await settleReward(db(), chargeId)
  expect(await openTaskKinds()).toContain('REWARD_REVERSAL')
  expect(await readOpenDebt(db(), referrerId)).toBe(100_000n)
})
