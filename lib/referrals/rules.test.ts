import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rewardStates } from './labels.ts'
import {
  isOpenReward,
  mustHoldReward,
  nextRewardStep,
  type RewardFacts,
  referralCodeRules,
  rewardStillDue,
} from './rules.ts'

const atHour = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)

const rewardFacts = (wanted: Partial<RewardFacts> = {}): RewardFacts => ({
  state: 'OWED',
  reward: 1_000n,
  paid: 0n,
  takenBack: 0n,
  point: 10_000n,
  returned: 0n,
  now: atHour(72),
  payableAt: atHour(72),
  heldUntil: null,
  cleared: false,
  refundOpen: false,
  referrerGone: false,
  ...wanted,
})

test.each<[string, Partial<RewardFacts>, object]>([
  ['before the 72 hours are over it waits', { now: atHour(71) }, { act: 'LOOK_AGAIN', at: atHour(72) }],
  ['a millisecond before they are over too', { now: new Date(+atHour(72) - 1) }, { act: 'LOOK_AGAIN', at: atHour(72) }],
  ['after them it is paid', {}, { act: 'PAY', amount: 1_000n }],
  ['a reward of nothing is never paid', { reward: 0n, now: atHour(1) }, { act: 'CANCEL' }],
  ['waiting without an end it is paid after the 72 hours', { state: 'WAITING' }, { act: 'PAY', amount: 1_000n }],
  [
    'accepted by staff it is paid after the 72 hours, not after the week',
    { state: 'OWED', cleared: true, heldUntil: atHour(240) },
    { act: 'PAY', amount: 1_000n },
  ],
  [
    'an open refund request puts it off',
    { refundOpen: true },
    { act: 'LOOK_AGAIN', at: new Date(+atHour(72) + 600_000) },
  ],
  ['a charge half returned pays half', { returned: 5_000n }, { act: 'PAY', amount: 500n }],
  ['a charge wholly returned pays nothing', { returned: 10_000n, now: atHour(1) }, { act: 'CANCEL' }],
  ['a referrer who has left is paid nothing', { referrerGone: true }, { act: 'CANCEL' }],
  ['held, it waits a week', { state: 'WAITING', heldUntil: atHour(240) }, { act: 'LOOK_AGAIN', at: atHour(240) }],
  [
    'undecided for a week it is paid',
    { state: 'WAITING', heldUntil: atHour(240), now: atHour(240) },
    { act: 'PAY', amount: 1_000n },
  ],
  [
    'held for a week it still waits for an open refund request',
    { state: 'WAITING', heldUntil: atHour(72), refundOpen: true },
    { act: 'LOOK_AGAIN', at: new Date(+atHour(72) + 600_000) },
  ],
  ['paid and nothing returned: nothing to do', { state: 'PAID', paid: 1_000n }, { act: 'NONE' }],
  [
    'paid and 30% returned: 30% is taken back',
    { state: 'PAID', paid: 1_000n, returned: 3_000n },
    { act: 'TAKE_BACK', amount: 300n },
  ],
  [
    'what was taken back already counts',
    { state: 'PAID', paid: 1_000n, takenBack: 300n, returned: 3_000n },
    { act: 'NONE' },
  ],
  [
    'paid for half a charge, wholly returned since: what was paid is taken back',
    { state: 'PAID', paid: 500n, returned: 10_000n },
    { act: 'TAKE_BACK', amount: 500n },
  ],
  [
    'of a referrer who has left it is taken back too',
    { state: 'PAID', paid: 1_000n, returned: 3_000n, referrerGone: true },
    { act: 'TAKE_BACK', amount: 300n },
  ],
  [
    'more was taken back than is due: nothing to do',
    { state: 'PAID', paid: 1_000n, takenBack: 301n, returned: 3_000n },
    { act: 'NONE' },
  ],
  ['what staff refused stays refused', { state: 'REFUSED' }, { act: 'NONE' }],
])('%s', (_rule, wanted, step) => expect(nextRewardStep(rewardFacts(wanted))).toEqual(step))

test('it is held once: not against what staff decided, nor again after a week', () => {
  expect(mustHoldReward(rewardFacts(), ['SAME_NAME'])).toBe(true)
  expect(mustHoldReward(rewardFacts(), [])).toBe(false)
  expect(mustHoldReward(rewardFacts({ cleared: true }), ['SAME_NAME'])).toBe(false)
  expect(mustHoldReward(rewardFacts({ state: 'WAITING' }), ['SAME_NAME'])).toBe(false)
})

const amounts = fc
  .record({ point: fc.bigInt(1n, 10n ** 10n), share: fc.bigInt(0n, 10_000n) })
  .map(({ point, share }) => ({ point, reward: (point * share) / 10_000n }))

test('what stays with the referrer is never more than the percent of what stays in the shop, rounded up once', () =>
  fc.assert(
    fc.property(amounts, fc.bigInt(0n, 10n ** 10n + 10n), ({ point, reward }, returned) => {
      const net = rewardStillDue(reward, point, returned)
      const left = returned > point ? 0n : point - returned
      expect(net >= 0n && net <= reward).toBe(true)
      expect((net - 1n) * point < reward * left || net === 0n).toBe(true)
      if (left === 0n) expect(net).toBe(0n)
    }),
  ))

test('however the returns are split, all in all the same is taken back', () =>
  fc.assert(
    fc.property(amounts, fc.array(fc.bigInt(0n, 10n ** 9n), { maxLength: 8 }), ({ point, reward }, parts) => {
      let state = rewardFacts({ state: 'PAID', reward, paid: reward, point })
      for (const part of parts) {
        state = { ...state, returned: state.returned + part }
        const step = nextRewardStep(state)
        if (step.act === 'TAKE_BACK') state = { ...state, takenBack: state.takenBack + step.amount }
        expect(nextRewardStep(state)).toEqual({ act: 'NONE' })
      }
      expect(state.paid - state.takenBack).toBe(rewardStillDue(reward, point, state.returned))
    }),
  ))

test('a settled reward has no next step', () => {
  for (const state of rewardStates)
    if (!['OWED', 'WAITING', 'PAID'].includes(state))
      expect(nextRewardStep(rewardFacts({ state }))).toEqual({ act: 'NONE' })
})

test('a reward is open until it is paid, cancelled or refused', () => {
  expect(rewardStates.filter((state) => isOpenReward({ state }))).toEqual(['OWED', 'WAITING'])
})

test('a referral code has 8 characters, none of which is easily taken for another', () => {
  const { length, alphabet } = referralCodeRules
  expect(length).toBe(8)
  expect([alphabet.length, new Set(alphabet).size]).toEqual([32, 32])
  expect(alphabet).toMatch(/^[2-9A-Z]+$/)
  expect(alphabet).not.toMatch(/[01IO]/)
})
