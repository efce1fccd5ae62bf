import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatCount,
  formatPoints,
  formatWon,
  largerOf,
  MAX_POINTS,
  pointsFromNumber,
  pointsFromResponse,
  pointsToNumber,
  pointsToText,
  pointText,
  signedPointText,
  smallerOf,
  wholePoints,
  wonText,
} from './points.ts'

/** Largest amount, in hundredths of a point, up to which every amount is exact as a JSON number. */
const MAX_EXACT_HUNDREDTHS = 7_000_000_000_000_000n
const anyPoints = fc.bigInt({ min: -MAX_EXACT_HUNDREDTHS, max: MAX_EXACT_HUNDREDTHS })

test('points survive the way to a JSON number and back', () => {
  fc.assert(
    fc.property(anyPoints, (each) => pointsFromNumber(JSON.parse(JSON.stringify(pointsToNumber(each)))) === each),
  )
})

test('points as text are the same amount, never with more than two decimals', () => {
  fc.assert(
    fc.property(anyPoints, (each) => {
      const text = pointsToText(each)
      expect(text).toMatch(/^-?\d+(\.\d{1,2})?$/)
      expect(text).not.toMatch(/\.\d?0$/)
      expect(pointsFromNumber(Number(text))).toBe(each)
    }),
  )
})

test.each([
  [0, 0n],
  [-0, 0n],
  [1, 100n],
  [0.01, 1n],
  [-0.5, -50n],
  [518.1, 51_810n],
  [0.1 + 0.2, null],
  [1.005, null],
  [0.001, null],
  [1e-7, null],
  [1e21, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('the number %d is %s hundredths', (value, expected) => {
  expect(pointsFromNumber(value)).toBe(expected)
})

test.each([
  [0n, '0원', '0P'],
  [100n, '1원', '1P'],
  [123_400n, '1,234원', '1,234P'],
  [51_810n, '518.1원', '518.1P'],
  [5n, '0.05원', '0.05P'],
  [-5n, '-0.05원', '-0.05P'],
  [-123_456_789n, '-1,234,567.89원', '-1,234,567.89P'],
  [wholePoints(100_000_000), '100,000,000원', '100,000,000P'],
])('%d hundredths read %s and %s', (each, won, point) => {
  expect(formatWon(each)).toBe(won)
  expect(formatPoints(each)).toBe(point)
})

test('counts have a comma every three digits', () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '12,345', '1,234,567'])
})

test('the larger and the smaller of two amounts, whichever comes first', () => {
  expect([largerOf(1n, 2n), largerOf(2n, 1n), largerOf(-1n, -2n)]).toEqual([2n, 2n, -1n])
  expect([smallerOf(1n, 2n), smallerOf(2n, 1n), smallerOf(-1n, -2n)]).toEqual([1n, 1n, -2n])
})

test('the largest balance is that of a BIGINT', () => expect(MAX_POINTS).toBe(9_223_372_036_854_775_807n))

test('an amount of an answer is shown with unit, grouping and decimals', () => {
  expect(pointsFromResponse(1_234.5)).toBe(123_450n)
  expect(wonText(1_234)).toBe('1,234원')
  expect(pointText(-518.1)).toBe('-518.1P')
  expect(formatWon(0n)).toBe('0원')
  expect(formatWon(12_345_678n)).toBe('123,456.78원')
})

test('added points have a plus sign, taken points a minus sign, and 0 none', () =>
  expect([1_500, -1_500, 0].map(signedPointText)).toEqual(['+1,500P', '-1,500P', '0P']))
