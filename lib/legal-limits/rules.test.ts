import { expect, test } from 'vitest'
import {
  BALANCE_LIMIT,
  decideMeterLevel,
  percentOfLimit,
  shouldCloseLegalTask,
  shouldFileLegalTask,
  YEARLY_ISSUE_LIMIT,
} from './rules.ts'

test('the limits are 3 and 50 billion won', () => {
  expect(BALANCE_LIMIT).toBe(300_000_000_000n)
  expect(YEARLY_ISSUE_LIMIT).toBe(5_000_000_000_000n)
})

test.each([
  [0n, 0, 'CLEAR'],
  [-BALANCE_LIMIT, 0, 'CLEAR'],
  [(BALANCE_LIMIT * 80n) / 100n - 1n, 79, 'CLEAR'],
  [(BALANCE_LIMIT * 80n) / 100n, 80, 'NEAR'],
  [BALANCE_LIMIT - 1n, 99, 'NEAR'],
  [BALANCE_LIMIT, 100, 'OVER'],
  [BALANCE_LIMIT * 3n, 300, 'OVER'],
])('%s hundredths of a point are %s %% of the balance that is exempt: %s', (value, percent, level) => {
  expect(percentOfLimit(value, BALANCE_LIMIT)).toBe(percent)
  expect(decideMeterLevel(percent)).toBe(level)
})

test('no figure has no level and neither begins nor keeps an alert', () => {
  expect(decideMeterLevel(null)).toBe('UNKNOWN')
  for (const level of ['NEAR', 'OVER'] as const)
    expect([shouldFileLegalTask(level, null), shouldCloseLegalTask(level, null)]).toEqual([false, true])
})

test('an alert begins at its threshold and ends five points below it', () => {
  expect([79, 80, 100].map((percent) => shouldFileLegalTask('NEAR', percent))).toEqual([false, true, true])
  expect([99, 100].map((percent) => shouldFileLegalTask('OVER', percent))).toEqual([false, true])
  expect([74, 75, 79].map((percent) => shouldCloseLegalTask('NEAR', percent))).toEqual([true, false, false])
  expect([94, 95, 99].map((percent) => shouldCloseLegalTask('OVER', percent))).toEqual([true, false, false])
})
