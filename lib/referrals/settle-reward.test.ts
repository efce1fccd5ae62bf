import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, payOutCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { balanceOf } from '#lib/points/queries.ts'
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
const ROUNDS = 8

const approveAsWorker = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
const reverseAsStaff = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '오승인' })

/** Creates a reward that is due: its charge was credited more than 72 hours ago. */
async function makeDueReward() {
  const referred = await makeReferredCharge()
  await approveAsWorker(referred.chargeId)
  await passRefundPeriod(referred.chargeId)
  return referred
}

test('an owed reward is paid once, to the referrer, however many workers pay it at once', async () => {
  const { referrerId, memberId, chargeId } = await makeDueReward()
  const paid = await Promise.all(
    Array.from({ length: ROUNDS }, (_, turn) => (turn % 2 ? settleReward(db(), chargeId) : settleDueRewards(db()))),
  )
  expect(paid.filter(Boolean)).toHaveLength(1)
  expect(await settleReward(db(), chargeId)).toBe(false)
  expect(await rewardEntriesOf(referrerId)).toEqual([{ delta: 1_000n * WON, refId: chargeId, actor: 'worker' }])
  expect(await rewardEntriesOf(memberId)).toEqual([])
  expect(await rewardOf(memberId)).toEqual({ state: 'PAID', reward: 1_000n * WON })
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 'COMMITTED'] as const)('killed at %s it is paid once all the same', async (at) => {
  const { referrerId, memberId, chargeId } = await makeDueReward()
  await expect(settleReward(databaseDyingAt(at), chargeId)).rejects.toThrow('killed')
  expect((await rewardOf(memberId))?.state).toBe(at === 'COMMITTED' ? 'PAID' : 'OWED')
  await settleDueRewards(db())
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(1_000n * WON)
})

test('a charge that is taken back before its reward is paid earns none, nor does the next one', async () => {
  const { referrerId, memberId, chargeId } = await makeDueReward()
  await reverseAsStaff(chargeId)
  await settleDueRewards(db())
  expect((await rewardOf(memberId))?.state).toBe('CANCELED')
  await approveAsWorker(await makeCharge({ memberId }))
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(0n)
})

test('a charge that is taken back afterwards takes its reward along, once', async () => {
  const { referrerId, chargeId } = await makeDueReward()
  await settleReward(db(), chargeId)
  await reverseAsStaff(chargeId)
  await Promise.all([settleDueRewards(db()), settleDueRewards(db()), settleReward(db(), chargeId)])
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(0n)
  expect((await rewardEntriesOf(referrerId)).map(({ delta }) => delta)).toEqual([1_000n * WON, -1_000n * WON])
})

test('paid and taken back at the same moment: nothing is left of the reward', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { referrerId, memberId, chargeId } = await makeDueReward()
    await Promise.all([settleReward(db(), chargeId), reverseAsStaff(chargeId), settleReward(db(), chargeId)])
    await settleDueRewards(db())
    const state = (await rewardOf(memberId))?.state
    expect(await balanceOf(db(), referrerId)).toBe(0n)
    expect(state).toMatch(/^(PAID|CANCELED)$/)
    expect(await balanceOf(db(), memberId)).toBe(0n)
  }
})

test('a deleted account gets no reward', async () => {
  const { referrerId, memberId } = await makeDueReward()
  await deleteAccount(db(), referrerId)
  await settleDueRewards(db())
  expect((await rewardOf(memberId))?.state).toBe('CANCELED')
  expect(await balanceOf(db(), referrerId)).toBe(0n)
})

test('paid while the account ends: forfeited with the rest, or not paid; nothing stays on it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { referrerId, memberId, chargeId } = await makeDueReward()
    await Promise.all([settleReward(db(), chargeId), deleteAccount(db(), referrerId)])
    await settleDueRewards(db())
    expect(await balanceOf(db(), referrerId)).toBe(0n)
    expect(await rewardEntriesOf(referrerId)).toHaveLength((await rewardOf(memberId))?.state === 'PAID' ? 1 : 0)
  }
})

test('a referred member who has left owes his referrer nothing less', async () => {
  const { referrerId, memberId } = await makeDueReward()
  await deleteAccount(db(), memberId)
  await settleDueRewards(db())
  expect(await balanceOf(db(), referrerId)).toBe(1_000n * WON)
})

test('a reward that can’t be paid doesn’t hold up the others', async () => {
  const [stuck, next] = [await makeDueReward(), await makeDueReward()]
  await ownerDatabase().rows('DELETE FROM balances WHERE member_id = $1', [stuck.referrerId])
  expect(await settleDueRewards(db())).toBe(1)
  expect(await balanceOf(db(), next.referrerId)).toBe(1_000n * WON)
  expect((await rewardOf(stuck.memberId))?.state).toBe('OWED')
  await db().rows('INSERT INTO balances (member_id) VALUES ($1)', [stuck.referrerId])
  await settleReward(db(), stuck.chargeId)
  expect(await balanceOf(db(), stuck.referrerId)).toBe(1_000n * WON)
})

test('a cash refund of another charge waits for who settles the reward before it locks the balance', async () => {
  const { memberId, chargeId } = await makeDueReward()
  await approveAsWorker(await makeCharge({ memberId, point: 7_000 }))
  const refundId = await requestCashRefund(db(), { memberId, input: makeCashRefundInput(7_000) })
  const { payingOut } = await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM charges WHERE id = $1 FOR NO KEY UPDATE', [chargeId])
    const refund = payOutCashRefundByStaff(refundId)
    await sleep(1_000)
    await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE NOWAIT', [memberId])
    expect(await Promise.race([refund, sleep(0, 'waits')])).toBe('waits')
    return { payingOut: refund }
  })
  expect(await payingOut).toBe(7_000n * WON)
})
