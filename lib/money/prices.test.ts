import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatMarkUp,
  formatUnitPrice,
  isBelowCost,
  isImplausibleMarkUp,
  isOverpriced,
  markUpOverCost,
  markUpText,
  priceOf,
  priceText,
  ratePerThousandText,
  totalQuantity,
  unitPriceFromNumber,
  unitPriceToNumber,
} from './prices.ts'

const anyPrice = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })
const anyQuantity = fc.integer({ min: 1, max: 2_147_483_647 })

test('a cost is the exact product, rounded up once and by less than a hundredth', () => {
  fc.assert(
    fc.property(anyPrice, anyQuantity, (unit, count) => {
      const over = priceOf(unit, count) * 1_000n - unit * BigInt(count)
      return over >= 0n && over < 1_000n
    }),
  )
})

test('more units never cost less, and nothing is free unless its price is', () => {
  fc.assert(
    fc.property(anyPrice, anyQuantity, (unit, count) => {
      expect(priceOf(unit, count + 1)).toBeGreaterThanOrEqual(priceOf(unit, count))
      expect(priceOf(unit, count) === 0n).toBe(unit === 0n)
    }),
  )
})

test.each([
  [3.3, 1_000, 330_000n],
  [3.3, 157, 51_810n],
  [0.003, 1_000, 300n],
  [0.003, 1, 1n],
  [0.00001, 1, 1n],
  [0.00001, 1_000, 1n],
  [0.00001, 1_001, 2n],
  [132.5, 3, 39_750n],
])('%d won times %d is %d hundredths', (won, count, cost) => {
  expect(priceOf(unitPriceFromNumber(won) ?? -1n, count)).toBe(cost)
})

test('the quantity of an auto order is amount times runs, of any other the amount', () => {
  expect([totalQuantity(10, 0), totalQuantity(10, 1), totalQuantity(10, 7)]).toEqual([10, 10, 70])
})

test('a price survives the way to a JSON number and back', () => {
  fc.assert(fc.property(anyPrice, (unit) => unitPriceFromNumber(unitPriceToNumber(unit)) === unit))
})

test.each([-1, 0.000001, 1e-7, 1.000001, 1e21, 12_345_678_901, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is no price',
  (value) => {
    expect(unitPriceFromNumber(value)).toBeNull()
  },
)

test.each([
  [0n, '0원', '0'],
  [1n, '0.00001원', '0.01'],
  [300n, '0.003원', '3'],
  [330_000n, '3.3원', '3300'],
  [13_250_000n, '132.5원', '132500'],
  [12_345_678_900_000n, '123,456,789원', '123456789000'],
  [333_333n, '3.33333원', '3333.33'],
])('the price %d reads %s, and %s a thousand', (unit, text, rate) => {
  expect(formatUnitPrice(unit)).toBe(text)
  expect(ratePerThousandText(unit)).toBe(rate)
})

test('the price per thousand is exact', () => {
  fc.assert(
    fc.property(anyPrice, (unit) => {
      const [whole = '', decimals = ''] = ratePerThousandText(unit).split('.')
      return BigInt(whole + decimals.padEnd(2, '0')) === unit
    }),
  )
})

test('a mark-up is relative to the cost, rounded down, and null without a cost', () => {
  expect(markUpOverCost(120n, 100n)).toBe(2_000)
  expect(markUpOverCost(100n, 300n)).toBe(-6_667)
  expect(markUpOverCost(400n, 300n)).toBe(3_333)
  expect(markUpOverCost(5n, 0n)).toBe(null)
  expect(markUpOverCost(5n, null)).toBe(null)
  expect([2_000, -350, 0, 123_456].map(formatMarkUp)).toEqual(['+20%', '-3.5%', '0%', '+1,234.56%'])
})

test('ten million won is the most one unit can cost', () => {
  expect([10n ** 12n, 10n ** 12n + 1n].map(isOverpriced)).toEqual([false, true])
})

test('a mark-up above the largest that staff can set is implausible, and isn’t shown in millions of percent', () => {
  expect([
    isImplausibleMarkUp(101, 1),
    isImplausibleMarkUp(102, 1),
    isImplausibleMarkUp(98, 0.001),
    isImplausibleMarkUp(98, null),
    isImplausibleMarkUp(98, 0),
  ]).toEqual([false, true, true, false, false])
  expect([markUpText(101, 1), markUpText(98, 0.001)]).toEqual(['+10,000%', '+10,000% 초과'])
})

test('a unit price of an answer is shown with all its decimals', () => {
  expect(priceText(132.5)).toBe('132.5원')
  expect(priceText(1_000)).toBe('1,000원')
})

test('a price is below its cost only if there is a cost and it is smaller', () => {
  expect([isBelowCost(9, 10), isBelowCost(10, 10), isBelowCost(11, 10)]).toEqual([true, false, false])
  expect([isBelowCost(0, 0), isBelowCost(-1, 0), isBelowCost(0, null)]).toEqual([false, false, false])
})

test('a negative margin is rounded down, an exact one stays, and none is known without price or cost', () => {
  expect([markUpOverCost(2n, 3n), markUpOverCost(1n, 2n), markUpOverCost(3n, 3n)]).toEqual([-3_334, -5_000, 0])
  expect([markUpText(0.00002, 0.00003), markUpText(10, 10), markUpText(12, 10)]).toEqual(['-33.34%', '0%', '+20%'])
  expect([markUpText(-1, 10), markUpText(10, null), markUpText(10, 0), markUpText(10, -1)]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect([isImplausibleMarkUp(-1, 10), isImplausibleMarkUp(10, null)]).toEqual([false, false])
})
