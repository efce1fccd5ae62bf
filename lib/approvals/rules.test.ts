import { expect, test } from 'vitest'
import { approvalLimitsOf, exceedsLimit } from './rules.ts'

test('the limits of the settings are whole won', () => {
  expect(approvalLimitsOf({ APPROVAL_LIMIT: 300_000, DAILY_LIMIT: 2_000_000 })).toEqual({
    perAction: 30_000_000n,
    perDay: 200_000_000n,
  })
})

test('an amount above the limit needs a second person, the limit itself does not', () => {
  expect([99n, 100n, 101n].map((amount) => exceedsLimit(amount, 100n))).toEqual([false, false, true])
})

test('a limit of 0 is none', () => {
  expect(exceedsLimit(10n ** 15n, 0n)).toBe(false)
})
