import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTenPercent, partOf, shareOf } from './share.ts'

const anyWhole = fc.bigInt({ min: 0n, max: 10n ** 16n })

test('all parts sum to the whole, to the hundredth', () => {
  fc.assert(
    fc.property(anyWhole, fc.integer({ min: 1, max: 500 }), (total, parts) => {
      const sum = Array.from({ length: parts }, (_, at) => partOf(total, at, parts)).reduce((a, b) => a + b, 0n)
      return sum === total
    }),
  )
})

test('no part differs from another by more than a hundredth, and none is negative', () => {
  fc.assert(
    fc.property(anyWhole, fc.integer({ min: 1, max: 200 }), (total, parts) => {
      const fair = total / BigInt(parts)
      return Array.from({ length: parts }, (_, at) => partOf(total, at, parts)).every(
        (part) => part === fair || part === fair + 1n,
      )
    }),
  )
})

test('shares of parts of a count never exceed the share of the whole count', () => {
  fc.assert(
    fc.property(
      anyWhole,
      fc.nat(10_000),
      fc.nat(10_000),
      fc.integer({ min: 20_000, max: 1_000_000 }),
      (price, a, b, of) => {
        const together = shareOf(price, a + b, of)
        expect(shareOf(price, a, of) + shareOf(price, b, of)).toBeLessThanOrEqual(together)
        expect(together).toBeLessThanOrEqual(price)
      },
    ),
  )
})

test('the share of no units is 0, and the share of all units is the whole', () => {
  fc.assert(
    fc.property(anyWhole, fc.integer({ min: 1, max: 1_000_000 }), (price, of) => {
      return shareOf(price, 0, of) === 0n && shareOf(price, of, of) === price
    }),
  )
})

test.each([
  [100n, 100n],
  [400n, 400n],
  [500n, 600n],
  [100_000n, 110_000n],
  [100_400n, 110_400n],
  [100_500n, 110_600n],
  [10_000_000_000n, 11_000_000_000n],
])('ten percent on %d hundredths make %d: whole won, half up', (points, expected) => {
  expect(addTenPercent(points)).toBe(expected)
})

test('ten percent on top is a whole amount of won, at most half a won off', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (won) => {
      const paid = addTenPercent(BigInt(won) * 100n)
      const off = paid - BigInt(won) * 110n
      return paid % 100n === 0n && off > -50n && off <= 50n
    }),
  )
})
