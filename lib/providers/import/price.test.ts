import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOf } from '#lib/money/prices.ts'
import { formatProviderRate, priceWithMargin, readProviderRate, unitCostOf } from './price.ts'

test.each([
  ['341778.3497', 34_177_834_970_000n],
  [341778.3497, 34_177_834_970_000n],
  [' 0.9 ', 90_000_000n],
  ['1,250.50', 125_050_000_000n],
  [0.00000012, 12n],
  ['0.000000001', 1n],
  ['0', 0n],
  [0, 0n],
  ['0007', 700_000_000n],
])('the rate %j is %s hundred-millionths', (written, rate) => {
  expect(readProviderRate(written)).toBe(rate)
})

test.each([
  null,
  undefined,
  '',
  '-1',
  -1,
  'free',
  '1e3',
  '1.',
  '.5',
  '1,2',
  '0x10',
  Number.NaN,
  Infinity,
  1e300,
  {},
  [1],
  true,
  '99999999999',
])('%j is no rate', (written) => {
  expect(readProviderRate(written)).toBeNull()
})

test('a rate written and read again is the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (rate) => {
      expect(readProviderRate(formatProviderRate(rate))).toBe(rate)
    }),
  )
})

test('one dollar for 1000 at 1,384.25 won costs 1.38425 won each, and 20 % more is sold at 1.6611', () => {
  const cost = unitCostOf({ rate: 100_000_000n, type: 'Default' }, 138_425_000n)
  expect(cost).toBe(138_425n)
  expect(priceWithMargin(cost, 2_000)).toBe(166_110n)
  expect(priceOf(166_110n, 1_000)).toBe(166_110n)
})

test('the rate of a package is what the package costs, not 1000 of it', () => {
  expect(unitCostOf({ rate: 100_000_000n, type: 'Package' }, 138_425_000n)).toBe(138_425_000n)
  expect(unitCostOf({ rate: 100_000_000n, type: 'Custom Comments Package' }, 138_425_000n)).toBe(138_425_000n)
})

test('whatever is sold with a margin brings at least the cost and the margin, and less than one unit’s step more', () => {
  const rate = fc.bigInt({ min: 1n, max: 10n ** 14n })
  const exchange = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(rate, exchange, fc.integer({ min: 0, max: 1_000_000 }), (listed, won, margin) => {
      const cost = unitCostOf({ rate: listed, type: 'SEO' }, won)
      const price = priceWithMargin(cost, margin)
      expect(cost * 10n ** 11n - listed * won).toBeLessThan(10n ** 11n)
      expect(cost * 10n ** 11n).toBeGreaterThanOrEqual(listed * won)
      expect(price * 10_000n).toBeGreaterThanOrEqual(cost * BigInt(10_000 + margin))
      expect((price - 1n) * 10_000n).toBeLessThan(cost * BigInt(10_000 + margin))
    }),
  )
})
