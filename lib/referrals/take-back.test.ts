import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { requestedCashRefund } from '#lib/charges/rules.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { settleDueRewards, settleReward } from './settle-reward.ts'
import {
  databaseDyingAt,
  makeReferredCharge,
  passRefundPeriod,
  rewardEntriesOf,
  rewardOf,
} from './testing/referrals.ts'

beforeEach(() => saveSettings({ REFERRAL_REWARD_PERCENT: 10 }))
afterEach(() => expectBooksBalance())

const WON = 100n

const reverseAsStaff = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })

/** Creates a charge of 10,000 points whose reward of 1,000 points was paid. */
async function makePaidReward() {
  const referred = await makeReferredCharge()
  await approveCharge(db(), worker, { chargeId: referred.chargeId, outcome: 'APPROVED' })
  await passRefundPeriod(referred.chargeId)
  await settleReward(db(), referred.chargeId)
  return referred
}

const spendPoints = async (memberId: number, amount: number) =>
  (await placeOrder(db(), orderRequest({ memberId, serviceId: await makeService({ price: 1 }), amount }))).orderId

const openTasks = (referrerId: number) =>
  db().rows("SELECT detail FROM tasks WHERE kind = 'REWARD_REVERSAL' AND ref_id = $1 AND resolved_at IS NULL", [
    referrerId,
  ])

/** Writes a paid cash refund of a part of a charge, with the CASH_REFUND entry that debits its points. */
async function refundInCash(memberId: number, chargeId: number, won: number): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.rows(
      `WITH request AS (
         INSERT INTO refund_requests (member_id, point, email, name, bank, account)
         VALUES ($1, $3, 'a@example.com', 'x', 'x', '') RETURNING id
       ), rest AS (
         INSERT INTO refund_request_charges (refund_id, charge_id, point) SELECT id, $2, $3 FROM request
       ), moved AS (
         UPDATE balances SET point = point - $3 WHERE member_id = $1 RETURNING point
       )
       INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
       SELECT $1, 'CASH_REFUND', -$3::bigint, moved.point, 'refund', request.id, 'staff:1' FROM request, moved`,
      [memberId, chargeId, BigInt(won) * WON],
    )
    await tx.rows(
      `UPDATE refund_requests SET status = ${refundStatus.PAID}, response_at = now() WHERE member_id = $1 AND ${requestedCashRefund.sql()}`,
      [memberId],
    )
  })
}

test('a referrer who has spent the reward owes it when its charge is reversed, and pays it from what comes next', async () => {
  const { referrerId, chargeId } = await makePaidReward()
  const orderId = await spendPoints(referrerId, 800)
  await reverseAsStaff(chargeId)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(0n)
  expect(await readOpenDebt(db(), referrerId)).toBe(800n * WON)
  expect(await openTasks(referrerId)).toEqual([{ detail: { missing: 800 } }])
  await cancelOrder(db(), memberActor(referrerId), { orderId })
  expect(await openTasks(referrerId)).toEqual([])
  expect([await balanceOf(db(), referrerId), await readOpenDebt(db(), referrerId)]).toEqual([0n, 0n])
})

test('both debts of one charge are paid apart: the referred member’s and the referrer’s', async () => {
  const { referrerId, memberId, chargeId } = await makePaidReward()
  await spendPoints(referrerId, 1_000)
  await spendPoints(memberId, 4_000)
  await reverseAsStaff(chargeId)
  await settleDueRewards(db())
  expect([await readOpenDebt(db(), memberId), await readOpenDebt(db(), referrerId)]).toEqual([
    4_000n * WON,
    1_000n * WON,
  ])
  await makeCreditedCharge(referrerId, 3_000)
  await makeCreditedCharge(memberId, 5_000)
  expect([await balanceOf(db(), memberId), await balanceOf(db(), referrerId)]).toEqual([1_000n * WON, 2_000n * WON])
})

test('each part of the charge that is paid back in cash takes its part of the reward along', async () => {
  const { referrerId, memberId, chargeId } = await makePaidReward()
  for (const won of [1_500, 3_333, 5_167]) {
    await refundInCash(memberId, chargeId, won)
    await settleDueRewards(db())
  }
  expect((await rewardEntriesOf(referrerId)).map(({ delta }) => delta)).toEqual([
    100_000n,
    -15_000n,
    -33_330n,
    -51_670n,
  ])
})

test('what a referrer owes grows with each part of the charge that is paid back', async () => {
  const { referrerId, memberId, chargeId } = await makePaidReward()
  await spendPoints(referrerId, 1_000)
  for (const won of [4_000, 5_000]) {
    await refundInCash(memberId, chargeId, won)
    await settleDueRewards(db())
  }
  expect(await readOpenDebt(db(), referrerId)).toBe(900n * WON)
})

test('part paid back before it is due, part afterwards: what stays is the percent of what stays', async () => {
  const referred = await makeReferredCharge()
  const { referrerId, memberId, chargeId } = referred
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await refundInCash(memberId, chargeId, 4_000)
  await passRefundPeriod(chargeId)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(600n * WON)
  await refundInCash(memberId, chargeId, 5_000)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(100n * WON)
  await reverseAsStaff(chargeId)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(0n)
})

test.each([0, 1, 2, 3, 4, 5, 6, 'COMMITTED'] as const)(
  'killed at %s it is taken back once all the same',
  async (at) => {
    const { referrerId, chargeId } = await makePaidReward()
    await spendPoints(referrerId, 400)
    await reverseAsStaff(chargeId)
    await expect(settleReward(databaseDyingAt(at), chargeId)).rejects.toThrow('killed')
    await Promise.all([settleDueRewards(db()), settleDueRewards(db())])
    expect(await readOpenDebt(db(), referrerId)).toBe(400n * WON)
    expect((await rewardEntriesOf(referrerId)).map(({ delta }) => delta)).toEqual([1_000n * WON, -600n * WON])
  },
)

test('a referrer can’t leave the shop before he has given back what is due', async () => {
  const { referrerId, chargeId } = await makePaidReward()
  const orderId = await spendPoints(referrerId, 1_000)
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [orderId])
  await reverseAsStaff(chargeId)
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await settleDueRewards(db())
  await expect(deleteAccount(db(), referrerId)).rejects.toMatchObject({ code: 'CONFLICT' })
  await makeCreditedCharge(referrerId, 1_000)
  await deleteAccount(db(), referrerId)
})

test('a referred member who leaves takes no reason to ask along: a common name is remembered', async () => {
  const { referrerId, memberId, chargeId } = await makeReferredCharge()
  await makeCreditedCharge(referrerId)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  await deleteAccount(db(), memberId)
  await passRefundPeriod(chargeId)
  await settleDueRewards(db())
  expect(await rewardOf(memberId)).toMatchObject({ state: 'WAITING' })
})
