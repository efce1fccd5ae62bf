import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallerOf } from '#lib/money/points.ts'
import {
  bestOffer,
  bestShownOffer,
  computeGrantPoints,
  largestRefundablePart,
  largestRefundableParts,
  normalizeCouponCode,
  pointsToGiveBack,
  pointsToTakeBack,
  promotionStatus,
} from './rules.ts'

const terms = (change: object = {}) => ({ percent: 1_000, point: null, maxPoint: null, minCharge: 0n, ...change })

describe('what a promotion gives with a charge', () => {
  test.each([
    ['its percent, rounded down to a hundredth', terms({ percent: 1_234 }), 99n, 12n],
    ['at most so many points', terms({ maxPoint: 500n }), 100_000n, 500n],
    ['less than the most that it may give', terms({ maxPoint: 500n }), 4_999n, 499n],
    ['nothing if it has neither percent nor points', terms({ percent: null }), 5n, 0n],
    ['nothing below the least charge', terms({ minCharge: 1_000n }), 999n, 0n],
    ['from the least charge on', terms({ minCharge: 1_000n }), 1_000n, 100n],
    ['its points', terms({ percent: null, point: 700n }), 5n, 700n],
  ])('%s', (_, promotion, charged, gives) => {
    expect(computeGrantPoints(promotion, charged)).toBe(gives)
  })

  test('the best of several comes, of equal ones the oldest, and none whose budget doesn’t reach', () => {
    const offer = (id: number, percent: number, left = 1_000_000n) => ({ id, left, ...terms({ percent }) })
    const offers = [offer(3, 500), offer(2, 500), offer(5, 500), offer(1, 100), offer(4, 900, 10n)]
    expect(bestOffer(offers, 10_000n)).toMatchObject({ id: 2, gives: 500n })
    expect(bestOffer([offer(1, 100), offer(2, 500)], 10_000n)).toMatchObject({ id: 2, gives: 500n })
    expect(bestOffer([offer(1, 500, 500n)], 10_000n)).toMatchObject({ id: 1, gives: 500n })
    expect(bestOffer([offer(1, 500, 499n)], 10_000n)).toBeNull()
    expect(bestOffer([], 10_000n)).toBeNull()
    expect(bestOffer([offer(1, 100, 0n)], 10_000n)).toBeNull()
    expect(bestOffer([offer(1, 100, -1n), { ...offer(2, 0), minCharge: 10_001n }], 10_000n)).toBeNull()
    expect(bestOffer([offer(1, 0)], 10_000n)).toBeNull()
  })

  test('a page shows the offer of which most comes, with the points that it gives', () => {
    const shown = { name: '봄', minCharge: 10, left: 1_000, once: false, endsAt: '2026-11-25T00:00:00Z' }
    const percent = { ...shown, id: 1, percent: 1_000, point: null, maxPoint: 7.5 }
    const fixed = { ...shown, id: 2, percent: null, point: 5.25, maxPoint: null }
    expect(bestShownOffer([percent, fixed], 10_000n)).toMatchObject({ offer: percent, gives: 750n })
    expect(bestShownOffer([percent, fixed], 5_000n)).toMatchObject({ offer: fixed, gives: 525n })
    expect(bestShownOffer([percent, fixed], 999n)).toBeNull()
    expect(bestShownOffer([{ ...fixed, left: 5.24 }], 5_000n)).toBeNull()
  })
})

describe('what is taken back', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 10n })

  test('is in proportion, never more than was given, and all of it for the whole charge', () => {
    fc.assert(
      fc.property(amount, amount, fc.array(amount, { maxLength: 8 }), (point, charged, steps) => {
        let [takenBack, returned] = [0n, 0n]
        for (const step of steps) {
          returned = smallerOf(returned + step, charged)
          takenBack += pointsToTakeBack({ point, takenBack, charged }, returned)
          expect(takenBack).toBe((point * returned) / charged)
        }
        expect(takenBack + pointsToTakeBack({ point, takenBack, charged }, charged)).toBe(point)
      }),
    )
  })

  test.each([
    ['less what was taken before', { point: 1_000n, takenBack: 100n, charged: 10_000n }, 3_000n, 200n, 0n],
    ['rounded down to a hundredth', { point: 10n, takenBack: 0n, charged: 3n }, 1n, 3n, 0n],
    [
      'nothing more, if more was taken than is due',
      { point: 1_000n, takenBack: 400n, charged: 10_000n },
      3_000n,
      0n,
      100n,
    ],
    ['all of it for more than the charge', { point: 1_000n, takenBack: 0n, charged: 10_000n }, 20_000n, 1_000n, 0n],
    ['neither, if all is given back', { point: 1_000n, takenBack: 1_000n, charged: 10_000n }, 20_000n, 0n, 0n],
  ])('is %s', (_, grant, returned, takes, gives) => {
    expect(pointsToTakeBack(grant, returned)).toBe(takes)
    expect(pointsToGiveBack(grant, returned)).toBe(gives)
  })

  test('lowers a refund so that both fit into the balance, and by no more than a hundredth too much', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (point, charged, balance, share) => {
          const returned = BigInt(Math.floor(Number(charged) * share))
          const grant = { point, charged, takenBack: (point * returned) / charged }
          const charge = { unspent: charged - returned, returned, grants: [grant] }
          const part = largestRefundablePart(charge, balance)
          const cost = (of: bigint) => of + pointsToTakeBack(grant, returned + of)
          expect(part <= charge.unspent && cost(part) <= balance).toBe(true)
          expect(part === charge.unspent || cost(part + 1n) > balance).toBe(true)
        },
      ),
    )
  })

  test('a charge without a bonus gives what is there, and the next has what is left', () => {
    const plain = { unspent: 700n, returned: 0n, grants: [] }
    expect(largestRefundableParts([plain, plain], 1_000n)).toEqual([
      { part: 700n, back: 0n },
      { part: 300n, back: 0n },
    ])
  })

  test('a charge with a bonus gives back bonus and points together, and leaves the rest for the next', () => {
    const grant = { point: 100n, takenBack: 0n, charged: 1_000n }
    const withBonus = { unspent: 1_000n, returned: 0n, grants: [grant, grant] }
    const plain = { unspent: 700n, returned: 0n, grants: [] }
    expect(largestRefundableParts([withBonus, plain], 1_250n)).toEqual([
      { part: 1_000n, back: 200n },
      { part: 50n, back: 0n },
    ])
    // Paying back 840 would take 840 + 84 + 84 = 1,008 from the balance, more than 1,005. 839 takes 839 + 83 + 83 =
    // 1,005.
    expect(largestRefundableParts([withBonus, plain], 1_005n)).toEqual([
      { part: 839n, back: 166n },
      { part: 0n, back: 0n },
    ])
  })

  test('of a charge that pays nothing back no bonus is taken back', () => {
    const due = { point: 100n, takenBack: 0n, charged: 1_000n }
    expect(largestRefundableParts([{ unspent: 500n, returned: 500n, grants: [due] }], 10n)).toEqual([
      { part: 0n, back: 0n },
    ])
  })

  test('a negative balance pays nothing', () => {
    expect(largestRefundablePart({ unspent: 700n, returned: 0n, grants: [] }, -1n)).toBe(0n)
    expect(largestRefundablePart({ unspent: -1n, returned: 0n, grants: [] }, 100n)).toBe(0n)
  })
})

test('a code is the same with dashes, spaces and small letters', () => {
  expect(normalizeCouponCode(' abcd-EFGH 2345 ')).toBe('ABCDEFGH2345')
})

test('a promotion’s status depends on its state, its period and the rest of its budget and grants', () => {
  const row = {
    state: 'ACTIVE' as const,
    startsAt: '2026-11-24T00:00:00Z',
    endsAt: '2026-11-25T00:00:00Z',
    maxGrants: null,
  }
  const statusAt = (at: string, change: object = {}) =>
    promotionStatus({ ...row, given: 0, budget: 10, grants: 0, ...change }, Date.parse(at))
  expect(statusAt('2026-11-23T23:59:59Z')).toBe('AHEAD')
  expect(statusAt('2026-11-24T00:00:00Z')).toBe('RUNNING')
  expect(statusAt('2026-11-24T23:59:59.999Z')).toBe('RUNNING')
  expect(statusAt('2026-11-24T12:00:00Z', { given: 9.99 })).toBe('RUNNING')
  expect(statusAt('2026-11-24T12:00:00Z', { given: 10 })).toBe('EXHAUSTED')
  expect(statusAt('2026-11-24T12:00:00Z', { grants: 1, maxGrants: 2 })).toBe('RUNNING')
  expect(statusAt('2026-11-24T12:00:00Z', { grants: 2, maxGrants: 2 })).toBe('EXHAUSTED')
  expect(statusAt('2026-11-25T00:00:00Z')).toBe('OVER')
  expect(statusAt('2026-11-24T12:00:00Z', { state: 'STOPPED' })).toBe('STOPPED')
})
