import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallerOf } from '#lib/money/points.ts'
import {
  bestOffer,
  grantPointsOf,
  largestPart,
  largestParts,
  normalCode,
  pointsToTakeBack,
  promotionStatus,
} from './rules.ts'

const terms = (change: object = {}) => ({ percent: 1_000, point: null, maxPoint: null, minCharge: 0n, ...change })

describe('what a promotion gives with a charge', () => {
  test.each([
    ['its percent, rounded down to a hundredth', terms({ percent: 1_234 }), 99n, 12n],
    ['at most so many points', terms({ maxPoint: 500n }), 100_000n, 500n],
    ['nothing below the least charge', terms({ minCharge: 1_000n }), 999n, 0n],
    ['from the least charge on', terms({ minCharge: 1_000n }), 1_000n, 100n],
    ['its points', terms({ percent: null, point: 700n }), 5n, 700n],
  ])('%s', (_, promotion, charged, gives) => {
    expect(grantPointsOf(promotion, charged)).toBe(gives)
  })

  test('the best of several comes, of equal ones the oldest, and none whose budget doesn’t reach', () => {
    const offer = (id: number, percent: number, left = 1_000_000n) => ({ id, left, ...terms({ percent }) })
    const offers = [offer(3, 500), offer(2, 500), offer(1, 100), offer(4, 900, 10n)]
    expect(bestOffer(offers, 10_000n)).toMatchObject({ id: 2, gives: 500n })
    expect(bestOffer([], 10_000n)).toBeNull()
    expect(bestOffer([offer(1, 100, 0n)], 10_000n)).toBeNull()
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
          const charge = { rest: charged - returned, returned, grants: [grant] }
          const part = largestPart(charge, balance)
          const cost = (of: bigint) => of + pointsToTakeBack(grant, returned + of)
          expect(part <= charge.rest && cost(part) <= balance).toBe(true)
          expect(part === charge.rest || cost(part + 1n) > balance).toBe(true)
        },
      ),
    )
  })

  test('a charge without a bonus gives what is there, and the next has what is left', () => {
    const plain = { rest: 700n, returned: 0n, grants: [] }
    expect(largestParts([plain, plain], 1_000n)).toEqual([
      { part: 700n, back: 0n },
      { part: 300n, back: 0n },
    ])
  })
})

test('a code is the same with dashes, spaces and small letters', () => {
  expect(normalCode(' abcd-EFGH 2345 ')).toBe('ABCDEFGH2345')
})

test('a promotion stands by its state, its period and what is left of it', () => {
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
  expect(statusAt('2026-11-24T12:00:00Z', { given: 10 })).toBe('EXHAUSTED')
  expect(statusAt('2026-11-24T12:00:00Z', { grants: 2, maxGrants: 2 })).toBe('EXHAUSTED')
  expect(statusAt('2026-11-25T00:00:00Z')).toBe('OVER')
  expect(statusAt('2026-11-24T12:00:00Z', { state: 'STOPPED' })).toBe('STOPPED')
})
