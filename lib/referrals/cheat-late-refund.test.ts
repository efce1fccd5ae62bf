import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCashRefundInput, payOutCashRefundByStaff, rejectCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { type Database, type Db, db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { settleDueRewards, settleReward } from './settle-reward.ts'
import { makeReferredCharge, makeRewardDue, passRefundPeriod, rewardOf } from './testing/referrals.ts'

// Attacks by a member and his referrer, who want to get the money of the charge back and keep the reward: the member
// requests the cash refund at the last moment, and the referrer spends the reward and deletes his account. Test titles
// describe their actions.

beforeEach(() => saveSettings({ REFERRAL_REWARD_PERCENT: 10 }))
afterEach(() => expectBooksBalance())

const WON = 100n

/** Creates a credited charge of 10,000 points. The 72 hours for requesting a cash refund end in this many seconds. */
async function makeChargeEndingIn(seconds: number) {
  const referred = await makeReferredCharge()
  await approveCharge(db(), worker, { chargeId: referred.chargeId, outcome: 'APPROVED' })
  await db().rows(
    "UPDATE charges SET response_at = now() - interval '72 hours' + $2 * interval '1 second' WHERE id = $1",
    [referred.chargeId, seconds],
  )
  await makeRewardDue(referred.chargeId)
  return referred
}

/** A database handle that runs everything in the open transaction `tx`. */
const within = (tx: Db): Database => ({ ...db(), rows: tx.rows, transaction: (run) => run(tx) })

const spendAll = async (memberId: number): Promise<void> => {
  const amount = Number((await balanceOf(db(), memberId)) / WON)
  const order = orderRequest({ memberId, serviceId: await makeService({ price: 1 }), amount })
  const { orderId } = await placeOrder(db(), order)
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [orderId])
}

const debtsOf = (memberId: number) =>
  db().rows<{ amount: bigint }>("SELECT amount FROM debts WHERE member_id = $1 AND cause = 'REWARD'", [memberId])

const openTasks = (memberId: number) =>
  db().rows("SELECT detail FROM tasks WHERE kind = 'REWARD_REVERSAL' AND ref_id = $1 AND resolved_at IS NULL", [
    memberId,
  ])

test('a refund is asked for before the 72 hours end and stored after: the reward waits for it', async () => {
  const { referrerId, memberId, chargeId } = await makeChargeEndingIn(3_600)
  let settled: Promise<boolean> = Promise.resolve(false)
  await db().transaction(async (tx) => {
    await requestCashRefund(within(tx), { memberId, input: makeCashRefundInput() })
    // Ends the 72 hours, as if the transaction had lasted an hour.
    await db().rows("UPDATE charges SET response_at = response_at - interval '1 hour' WHERE id = $1", [chargeId])
    settled = settleReward(db(), chargeId)
    await wait(300)
  })
  expect(await settled).toBe(false)
  expect(await rewardOf(memberId)).toMatchObject({ state: 'OWED' })
  expect(await balanceOf(db(), referrerId)).toBe(0n)
})

test('a refund is asked for by a request that began in time and waited: it is too late', async () => {
  const { referrerId, memberId, chargeId } = await makeChargeEndingIn(1)
  const asked = db().transaction(async (tx) => {
    await tx.rows('SELECT now()')
    await wait(1_200)
    expect(await settleReward(db(), chargeId)).toBe(true)
    await requestCashRefund(within(tx), { memberId, input: makeCashRefundInput() })
  })
  await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', message: '환불할 수 있는 금액이 없어요.' })
  expect(await balanceOf(db(), referrerId)).toBe(1_000n * WON)
})

const rewardUnsettled = {
  code: 'CONFLICT',
  message: '받은 추천 보상을 확인하고 있어요. 확인이 끝난 뒤에 탈퇴해 주세요.',
}

test('the referrer spends a paid reward and leaves while a refund of its charge is asked for: not before its end', async () => {
  const { referrerId, memberId, chargeId } = await makeReferredCharge()
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await passRefundPeriod(chargeId)
  await settleDueRewards(db())
  await spendAll(referrerId)
  await db().rows('UPDATE charges SET response_at = now() WHERE id = $1', [chargeId])
  const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject(rewardUnsettled)
  await payOutCashRefundByStaff(refundId)
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject(rewardUnsettled)
  await settleDueRewards(db())
  expect(await debtsOf(referrerId)).toEqual([{ amount: 1_000n * WON }])
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '정산할 금액이 남아 있어 탈퇴할 수 없습니다.',
  })
})

test('a refused refund lets the referrer leave', async () => {
  const { referrerId, memberId, chargeId } = await makeReferredCharge()
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await passRefundPeriod(chargeId)
  await settleDueRewards(db())
  await db().rows('UPDATE charges SET response_at = now() WHERE id = $1', [chargeId])
  await rejectCashRefundByStaff(await requestCashRefund(db(), { memberId, input: makeCashRefundInput() }))
  await settleDueRewards(db())
  await deleteAccount(db(), referrerId)
})

test('the referrer spends the reward and leaves before its charge is reversed: staff are told what is lost', async () => {
  const { referrerId, chargeId } = await makeReferredCharge()
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await passRefundPeriod(chargeId)
  await settleDueRewards(db())
  await spendAll(referrerId)
  await deleteAccount(db(), referrerId)
  await reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })
  await settleDueRewards(db())
  await settleDueRewards(db())
  expect(await debtsOf(referrerId)).toEqual([{ amount: 1_000n * WON }])
  expect(await openTasks(referrerId)).toEqual([{ detail: { missing: 1_000 } }])
})
