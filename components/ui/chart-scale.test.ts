import { expect, test } from 'vitest'
import { axisNumberText, axisSpanOf, roundUpForAxis } from './chart-scale.ts'

test('a chart ends at a round number above all it shows', () => {
  expect([0, 1, 3, 11, 240, 4_999, 5_001].map(roundUpForAxis)).toEqual([0, 1, 5, 20, 250, 5_000, 10_000])
  expect(axisSpanOf([3, 80])).toEqual({ top: 100, bottom: 0 })
  expect(axisSpanOf([3, -80])).toEqual({ top: 5, bottom: -100 })
  expect(axisSpanOf([])).toEqual({ top: 1, bottom: 0 })
})

test('axis labels use Korean units of numbers', () => {
  expect([0, 950, 12_000, 3_400_000, 123_456_789, -25_000].map(axisNumberText)).toEqual([
    '0',
    '950',
    '1.2만',
    '340만',
    '1.2억',
    '-2.5만',
  ])
})

test('an axis label is one short word: a number and its unit, with no space at which it could break', () => {
  for (let top = 1; top <= 10 ** 11; top *= 2.5)
    expect(axisNumberText(roundUpForAxis(top))).toMatch(/^[\d,.]{1,5}[만억]?$/)
  expect(axisNumberText(10_000_000)).toBe('1,000만')
})
