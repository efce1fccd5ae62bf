import { expect, test } from 'vitest'
import { accountLookupLimits, RESET_LINK_LIFE_MS, resetLinkLimits } from './rules.ts'

test('a reset link works for 30 minutes, and a member gets one a minute and 5 a day', () => {
  expect(RESET_LINK_LIFE_MS / 1_000).toBe(1_800)
  expect(resetLinkLimits).toEqual({ aMinute: 1, aDay: 5 })
})

test('one address looks up 10 accounts an hour', () => {
  expect(accountLookupLimits).toEqual({ count: 10, windowMs: 3_600_000 })
})
