import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput, rejectCashRefundByStaff } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { mergeDeposits, splitDeposit } from '#lib/deposits/settle-deposit.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { rememberPhone } from '#lib/members/former-identities.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { resolveTask } from '#lib/tasks/resolution/resolve-task.ts'
import { decideReward } from './decide-reward.ts'
import { rewardsOf } from './queries.ts'
import { settleDueRewards, settleReward } from './settle-reward.ts'
import { makeReferral, makeRewardDue, passRefundPeriod, type Referral, rewardOf } from './testing/referrals.ts'

beforeEach(() => saveSettings({ REFERRAL_REWARD_PERCENT: 10 }))
afterEach(() => expectBooksBalance())

const REWARD = 100_000n

const creditCharge = async (memberId: number, name: string): Promise<number> => {
  const chargeId = await makeCharge({ memberId, name })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return chargeId
}

const requestRefundTo = (memberId: number, account: string, name = '예금주') =>
  requestCashRefund(db(), { memberId, input: { ...makeCashRefundInput(1_000), account, name } })

const declineRefund = (refundId: number) => rejectCashRefundByStaff(refundId, '다시 신청해 주세요')

let lastNumber = 0
const uniqueName = () => `이름${lastNumber++}`
const uniqueAccount = () => String(10_000_000 + lastNumber++)

type DueReward = Referral & { chargeId: number }

/**
 * Creates a reward that is due. The referrer and the referred member have each charged points under the given
 * depositor's name; equal names make the reward suspicious.
 */
async function makeDueReward(referrerName: string, referredName: string): Promise<DueReward> {
  const referral = await makeReferral()
  await creditCharge(referral.referrerId, referrerName)
  const chargeId = await creditCharge(referral.memberId, referredName)
  return { ...referral, chargeId }
}

async function settleAndReadState({ chargeId, memberId }: DueReward): Promise<string | undefined> {
  await passRefundPeriod(chargeId)
  await settleReward(db(), chargeId)
  return (await rewardOf(memberId))?.state
}

const tasksOf = (memberId: number) =>
  db().rows<{ id: number; detail: { reasons: string[] }; action: string | null; open: boolean }>(
    `SELECT id, detail, action, resolved_at IS NULL AS open FROM tasks WHERE kind = 'REFERRAL_REWARD' AND ref_id = $1`,
    [memberId],
  )

const pointsEarned = async ({ referrerId }: DueReward): Promise<bigint> =>
  (await balanceOf(db(), referrerId)) - 10_000n * 100n

describe('when it is paid', () => {
  test('72 hours after the time of the deposit, not of the credit', async () => {
    const { memberId, referrerId } = await makeReferral()
    const name = uniqueName()
    const chargeId = await makeCharge({ memberId, name })
    await makeDeposit({ name, at: new Date(Date.now() - 60_000).toISOString() })
    await settleReward(db(), chargeId)
    expect(await rewardOf(memberId)).toMatchObject({ state: 'OWED' })
    await passRefundPeriod(chargeId)
    expect(await settleDueRewards(db())).toBeGreaterThan(0)
    expect(await balanceOf(db(), referrerId)).toBe(REWARD)
  })

  test.each(['split', 'merged'] as const)(
    '72 hours after the latest of its deposits, also of those that are %s',
    async (way) => {
      const { memberId, referrerId } = await makeReferral()
      const chargeId = await makeCharge({ memberId })
      if (way === 'split') {
        const other = await makeCharge({ memberId: (await makeMember()).id })
        const depositId = await makeDeposit({ amount: 20_000 })
        await db().transaction((tx) => splitDeposit(tx, someStaff, { chargeIds: [chargeId, other], depositId }))
      } else {
        const depositIds = [await makeDeposit({ amount: 4_000 }), await makeDeposit({ amount: 6_000 })]
        await db().transaction((tx) => mergeDeposits(tx, someStaff, { chargeId, depositIds }))
      }
      await passRefundPeriod(chargeId)
      const stateWithDepositAt = async (hoursAgo: number) => {
        await db().rows(
          `UPDATE deposits SET at = now() - $2::int * interval '1 hour' WHERE id = (
           SELECT max(deposit_id) FROM (SELECT * FROM deposit_splits UNION ALL SELECT * FROM deposit_merges) AS paid WHERE charge_id = $1)`,
          [chargeId, hoursAgo],
        )
        await settleReward(db(), chargeId)
        return (await rewardOf(memberId))?.state
      }
      expect([await stateWithDepositAt(71), await stateWithDepositAt(73)]).toEqual(['OWED', 'PAID'])
      expect(await balanceOf(db(), referrerId)).toBe(REWARD)
    },
  )

  test('not while a refund request on the charge is open; when it is declined, soon', async () => {
    const sides = await makeDueReward(uniqueName(), uniqueName())
    const refund = await requestRefundTo(sides.memberId, uniqueAccount())
    expect(await settleAndReadState(sides)).toBe('OWED')
    await declineRefund(refund)
    await makeRewardDue(sides.chargeId)
    await settleDueRewards(db())
    expect(await pointsEarned(sides)).toBe(REWARD)
  })

  test('while a refund request on a later charge is open, which returns nothing of the first', async () => {
    const sides = await makeDueReward(uniqueName(), uniqueName())
    await passRefundPeriod(sides.chargeId)
    await creditCharge(sides.memberId, uniqueName())
    await requestRefundTo(sides.memberId, uniqueAccount())
    expect(await settleAndReadState(sides)).toBe('PAID')
    expect(await pointsEarned(sides)).toBe(REWARD)
  })
})

describe('a reward waits for staff', () => {
  test('when both charged under the same depositor name, however it is typed', async () => {
    const name = uniqueName()
    const sides = await makeDueReward(`(주) ${name}`, `주${name}`)
    expect(await settleAndReadState(sides)).toBe('WAITING')
    expect(await pointsEarned(sides)).toBe(0n)
    expect(await tasksOf(sides.memberId)).toMatchObject([{ detail: { reasons: ['SAME_NAME'] }, open: true }])
  })

  test('when a depositor’s name is that of the other’s refund account in full-width letters and other brackets', async () => {
    const name = uniqueName()
    const sides = await makeDueReward(uniqueName(), `A${name}(주)`)
    await declineRefund(await requestRefundTo(sides.referrerId, uniqueAccount(), `Ａ　${name}〈주〉`))
    expect(await settleAndReadState(sides)).toBe('WAITING')
    expect(await tasksOf(sides.memberId)).toMatchObject([{ detail: { reasons: ['SAME_NAME'] }, open: true }])
  })

  test.each([
    ['by transfer', (memberId: number) => creditCharge(memberId, uniqueName())],
    ['by card', (memberId: number) => makeCardCharge(memberId)],
  ])(
    'when the referred member had an account before: it charged %s, was deleted, and had the same telephone',
    async (_, chargeIt) => {
      const phone = `0109${String(1_000_000 + lastNumber++)}`
      const former = await makeMember({ phone })
      await chargeIt(former.id)
      await deleteAccount(db(), former.id)
      const referral = await makeReferral()
      await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [referral.memberId, phone])
      const sides = { ...referral, chargeId: await creditCharge(referral.memberId, uniqueName()) }
      expect(await settleAndReadState(sides)).toBe('WAITING')
      expect(await balanceOf(db(), sides.referrerId)).toBe(0n)
      expect(await tasksOf(sides.memberId)).toMatchObject([{ detail: { reasons: ['FORMER_MEMBER'] }, open: true }])
    },
  )

  test('not when the former account with the telephone never charged', async () => {
    const phone = `0109${String(1_000_000 + lastNumber++)}`
    await deleteAccount(db(), (await makeMember({ phone })).id)
    const referral = await makeReferral()
    await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [referral.memberId, phone])
    const chargeId = await creditCharge(referral.memberId, uniqueName())
    expect(await settleAndReadState({ ...referral, chargeId })).toBe('PAID')
  })

  test('not when the referred member took back a number that he had given up himself', async () => {
    const phone = `0109${String(1_000_000 + lastNumber++)}`
    const referral = await makeReferral()
    await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [referral.memberId, phone])
    const chargeId = await creditCharge(referral.memberId, uniqueName())
    await db().transaction((tx) => rememberPhone(tx, referral.memberId, phone))
    expect(await settleAndReadState({ ...referral, chargeId })).toBe('PAID')
  })

  test('when both asked for refunds to the same account', async () => {
    const sides = await makeDueReward(uniqueName(), uniqueName())
    const account = uniqueAccount()
    await declineRefund(await requestRefundTo(sides.referrerId, account, uniqueName()))
    await declineRefund(await requestRefundTo(sides.memberId, account, uniqueName()))
    expect(await settleAndReadState(sides)).toBe('WAITING')
    expect(await tasksOf(sides.memberId)).toMatchObject([{ detail: { reasons: ['SAME_ACCOUNT'] } }])
  })

  test('when the account holder of one is the depositor of the other', async () => {
    const name = uniqueName()
    const sides = await makeDueReward(name, uniqueName())
    await declineRefund(await requestRefundTo(sides.memberId, uniqueAccount(), name))
    expect(await settleAndReadState(sides)).toBe('WAITING')
  })

  test('not because of names they only tried', async () => {
    const name = uniqueName()
    const sides = await makeDueReward(uniqueName(), name)
    await makeCharge({ memberId: sides.referrerId, name })
    expect(await settleAndReadState(sides)).toBe('PAID')
  })
})

const resolveTaskAs = (taskId: number, staffId: number, action: 'pay' | 'decline', reason = '같은 사람') =>
  resolveTask(db(), { ...someStaff, memberId: staffId }, { taskId, input: { action, reason, providerOrderId: '' } })

async function makeHeldReward() {
  const name = uniqueName()
  const sides = await makeDueReward(name, name)
  await settleAndReadState(sides)
  const [task] = await tasksOf(sides.memberId)
  const staff = await makeMember({ role: 'MANAGER' })
  return { ...sides, taskId: task?.id ?? 0, staffId: staff.id }
}

describe('staff decide', () => {
  test('to pay: it is paid at once', async () => {
    const held = await makeHeldReward()
    await resolveTaskAs(held.taskId, held.staffId, 'pay')
    expect(await rewardOf(held.memberId)).toMatchObject({ state: 'PAID' })
    expect(await pointsEarned(held)).toBe(REWARD)
    expect(await tasksOf(held.memberId)).toMatchObject([{ action: 'pay', open: false }])
  })

  test('not to pay: it stays unpaid, also after a week, and needs a reason', async () => {
    const held = await makeHeldReward()
    await expect(resolveTaskAs(held.taskId, held.staffId, 'decline', '')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await resolveTaskAs(held.taskId, held.staffId, 'decline')
    await settleReward(db(), held.chargeId)
    expect(await rewardOf(held.memberId)).toMatchObject({ state: 'REFUSED' })
    expect(await pointsEarned(held)).toBe(0n)
  })

  test('never about a reward of their own', async () => {
    const held = await makeHeldReward()
    for (const own of [held.referrerId, held.memberId])
      await expect(resolveTaskAs(held.taskId, own, 'pay')).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
    expect(await pointsEarned(held)).toBe(0n)
  })

  test('once, however many decide at the same moment', async () => {
    const held = await makeHeldReward()
    const answers = await Promise.allSettled(
      (['pay', 'decline', 'pay', 'decline'] as const).map((action) => resolveTaskAs(held.taskId, held.staffId, action)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const state = (await rewardOf(held.memberId))?.state
    expect(await pointsEarned(held)).toBe(state === 'PAID' ? REWARD : 0n)
  })

  test('nothing for 7 days: it is paid and the task ends by itself', async () => {
    const held = await makeHeldReward()
    await settleReward(db(), held.chargeId)
    expect(await rewardOf(held.memberId)).toMatchObject({ state: 'WAITING' })
    await db().rows(
      "UPDATE referral_rewards SET held_at = held_at - interval '7 days', due_at = 'epoch' WHERE charge_id = $1",
      [held.chargeId],
    )
    await settleDueRewards(db())
    expect(await pointsEarned(held)).toBe(REWARD)
    expect(await tasksOf(held.memberId)).toMatchObject([{ action: null, open: false }])
  })

  test('too late, when it has been paid: nothing is changed', async () => {
    const held = await makeHeldReward()
    await resolveTaskAs(held.taskId, held.staffId, 'pay')
    const refusing = db().transaction((tx) => decideReward(tx, someStaff, { memberId: held.memberId, pay: false }))
    await expect(refusing).rejects.toMatchObject({ code: 'CONFLICT', message: '이미 처리된 추천 보상이에요.' })
    expect(await rewardOf(held.memberId)).toMatchObject({ state: 'PAID' })
  })

  test('to pay while a refund request on the charge is open: it is paid once that is settled', async () => {
    const held = await makeHeldReward()
    await db().rows(
      `WITH refund AS (
         INSERT INTO refund_requests (member_id, point, email, name, bank, account)
         VALUES ($1, 100, 'a@example.com', 'x', 'x', '') RETURNING id)
       INSERT INTO refund_request_charges (refund_id, charge_id, point) SELECT id, $2, 100 FROM refund`,
      [held.memberId, held.chargeId],
    )
    await resolveTaskAs(held.taskId, held.staffId, 'pay')
    expect(await pointsEarned(held)).toBe(0n)
    await db().rows(
      `UPDATE refund_requests SET status = ${refundStatus.REJECTED}, reason = 'x', response_at = now() WHERE member_id = $1`,
      [held.memberId],
    )
    await makeRewardDue(held.chargeId)
    await settleDueRewards(db())
    expect(await pointsEarned(held)).toBe(REWARD)
  })
})

test('staff see a reward beside both members, with what was paid and taken back', async () => {
  const sides = await makeDueReward(uniqueName(), uniqueName())
  await settleAndReadState(sides)
  const shown = { chargeId: sides.chargeId, state: 'PAID', reward: 1_000, paid: 1_000, takenBack: 0 }
  expect(await rewardsOf(db(), sides.referrerId, 10)).toMatchObject([
    { ...shown, isReferrer: true, otherNo: sides.memberId },
  ])
  expect(await rewardsOf(db(), sides.memberId, 10)).toMatchObject([
    { ...shown, isReferrer: false, otherNo: sides.referrerId },
  ])
})
