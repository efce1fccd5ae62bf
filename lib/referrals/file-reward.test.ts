import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { expireCharges, failCharge } from '#lib/charges/fail-charge.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { backdateExpiry, makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf, latestLedgerEntries } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { settleDueRewards } from './settle-reward.ts'
import { makeReferral, makeReferredCharge, passRefundPeriod, rewardOf } from './testing/referrals.ts'

beforeEach(() => saveSettings({ REFERRAL_REWARD_PERCENT: 10 }))
afterEach(() => expectBooksBalance())

const WON = 100n
const owedReward = { state: 'OWED', reward: 1_000n * WON }

/** Hours until the reward of this charge is due to be paid. */
const hoursUntilDue = async (chargeId: number) =>
  (
    await oneRow<{ hours: number }>(
      db(),
      'SELECT extract(epoch FROM due_at - now())::float8 / 3600 AS hours FROM referral_rewards WHERE charge_id = $1',
      [chargeId],
    )
  ).hours

/**
 * Moves the charges of a member 72 hours into the past, after which no cash refund is possible, and settles their
 * rewards.
 */
async function settleAll(memberId: number): Promise<void> {
  const charges = await db().rows<{ id: number }>('SELECT id FROM charges WHERE member_id = $1', [memberId])
  for (const { id } of charges) await passRefundPeriod(id)
  await settleDueRewards(db())
}

const approve = (chargeId: number) => approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
const setPercent = (percent: number) => saveSettings({ REFERRAL_REWARD_PERCENT: percent })

/**
 * All ways in which a charge of a referred member can be accepted: the name of each, and a function that accepts a
 * charge.
 */
const waysToAccept: [string, (charge: { id: number; name: string }) => Promise<unknown>][] = [
  ['staff approve', ({ id }) => approve(id)],
  ['a deposit matches', ({ name }) => makeDeposit({ name })],
  [
    'a late deposit matches',
    async ({ id, name }) => {
      await backdateExpiry(id)
      await expireCharges(db())
      await makeDeposit({ name })
    },
  ],
]

test.each(waysToAccept)('when %s the reward is owed', async (way, accept) => {
  const { memberId } = await makeReferral()
  const name = `추천 ${way}`
  await accept({ id: await makeCharge({ memberId, name }), name })
  expect(await rewardOf(memberId)).toEqual(owedReward)
})

test('the worker pays it by itself once it is due, and the ledger names it', async () => {
  const { referrerId, chargeId } = await makeReferredCharge()
  const early = await startWorker()
  await approve(chargeId)
  await vi.waitFor(async () => expect(await hoursUntilDue(chargeId)).toBeGreaterThan(71), 60_000)
  await early.stop()
  expect(await balanceOf(db(), referrerId)).toBe(0n)
  await passRefundPeriod(chargeId)
  await db().rows("SELECT graphile_worker.add_job('pay-rewards')")
  const runner = await startWorker()
  await vi.waitFor(async () => expect(await balanceOf(db(), referrerId)).toBe(1_000n * WON), 60_000)
  await runner.stop()
  expect(await latestLedgerEntries(db(), referrerId)).toMatchObject([
    { kind: 'REFERRAL_REWARD', delta: 1_000, refId: chargeId },
  ])
})

test('only the first credited charge earns a reward; charges that failed before it don’t matter', async () => {
  const { referrerId, memberId } = await makeReferral()
  await failCharge(db(), { chargeId: await makeCharge({ memberId }), outcome: 'REJECTED', reason: 'x' })
  expect(await rewardOf(memberId)).toBeNull()
  for (const point of [20_000, 90_000, 90_000]) await approve(await makeCharge({ memberId, point }))
  await settleAll(memberId)
  expect(await balanceOf(db(), referrerId)).toBe(2_000n * WON)
})

test('two charges of one member accepted at the same moment earn one reward', async () => {
  for (let round = 0; round < 8; round++) {
    const { referrerId, memberId } = await makeReferral()
    const points = [10_000, 20_000, 30_000, 40_000]
    const charges = await Promise.all(points.map((point) => makeCharge({ memberId, point })))
    await Promise.all([...charges, ...charges].map((id) => approve(id).catch(() => undefined)))
    await settleAll(memberId)
    const entries = await latestLedgerEntries(db(), referrerId)
    expect(entries).toHaveLength(1)
    expect(points.map((point) => point / 10)).toContain(entries[0]?.delta)
  }
})

test('a charge that was requested earlier but accepted later isn’t the first one', async () => {
  const { memberId } = await makeReferral()
  const [slow, quick] = [await makeCharge({ memberId, point: 50_000 }), await makeCharge({ memberId })]
  await db().transaction(async (tx) => {
    await tx.rows('SELECT now()')
    await approve(quick)
    await approveCharge(tx, worker, { chargeId: slow, outcome: 'APPROVED' })
  })
  expect(await rewardOf(memberId)).toEqual(owedReward)
})

test('the first of several that one statement accepts', async () => {
  const { memberId } = await makeReferral()
  const [first, second] = [await makeCharge({ memberId }), await makeCharge({ memberId, point: 50_000 })]
  const undo = new Error('undo')
  const both = db().transaction(async (tx) => {
    await tx.rows(
      `UPDATE charges SET status = ${chargeStatus.SUCCESS}, response_at = now() WHERE id = ANY ($1::int[])`,
      [[second, first]],
    )
    const filed = await tx.rows('SELECT charge_id FROM referral_rewards WHERE member_id = $1', [memberId])
    expect(filed).toEqual([{ chargeId: first }])
    throw undo
  })
  await expect(both).rejects.toBe(undo)
})

test('the percent of the moment counts: with none nothing is owed, also not later', async () => {
  await setPercent(0)
  const { referrerId, memberId, chargeId } = await makeReferredCharge()
  await approve(chargeId)
  await setPercent(10)
  await approve(await makeCharge({ memberId }))
  await settleAll(memberId)
  expect(await balanceOf(db(), referrerId)).toBe(0n)
  const later = await makeReferredCharge()
  await approve(later.chargeId)
  await setPercent(50)
  await settleAll(later.memberId)
  expect(await balanceOf(db(), later.referrerId)).toBe(1_000n * WON)
})

test.each(['"10"', '-1', '100.1', 'true', 'null', '[10]'])('a stored percent of %s is none', async (value) => {
  await db().rows("UPDATE settings SET value = $1::jsonb WHERE key = 'REFERRAL_REWARD_PERCENT'", [value])
  const { memberId, chargeId } = await makeReferredCharge()
  await approve(chargeId)
  expect(await rewardOf(memberId)).toEqual({ state: 'NONE', reward: 0n })
})

test('no reward is owed for a member without a referrer, or whose referrer has deleted his account', async () => {
  const { id } = await makeMember()
  await approve(await makeCharge({ memberId: id }))
  expect(await rewardOf(id)).toBeNull()
  const { referrerId, memberId, chargeId } = await makeReferredCharge()
  await deleteAccount(db(), referrerId)
  await approve(chargeId)
  expect(await rewardOf(memberId)).toBeNull()
})

test('a member who had charged points before he was referred has had his first charge', async () => {
  const [{ id }, { id: referrerId }] = [await makeMember(), await makeMember()]
  await approve(await makeCharge({ memberId: id }))
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [referrerId, id])
  await approve(await makeCharge({ memberId: id }))
  expect(await rewardOf(id)).toBeNull()
})

test('an approval that is undone owes nothing, and leaves no job', async () => {
  const { memberId, chargeId } = await makeReferredCharge()
  const undone = db().transaction(async (tx) => {
    await approveCharge(tx, worker, { chargeId, outcome: 'APPROVED' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await rewardOf(memberId)).toBeNull()
  expect(await db().rows('SELECT FROM graphile_worker.jobs WHERE key = $1', [`reward:${chargeId}`])).toEqual([])
})

test('a reward is the percentage of the charge, rounded down by less than a hundredth', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (point, basis) => {
        await setPercent(basis / 100)
        const { memberId, chargeId } = await makeReferredCharge(point)
        await approve(chargeId)
        const reward = (await rewardOf(memberId))?.reward ?? -1n
        const exact = BigInt(point) * WON * BigInt(basis)
        expect(reward * 10_000n <= exact && (reward + 1n) * 10_000n > exact).toBe(true)
      },
    ),
    { numRuns: 40 },
  ))
