import { expect, test } from 'vitest'
import { hasEnoughCorrectSuggestions, secondsUntilNextAttempt } from './rules.ts'

test('a request that fails is tried again after 3 seconds, then twice as long each time, up to 10 minutes', () => {
  expect([1, 2, 3, 8, 9, 10, 300].map(secondsUntilNextAttempt)).toEqual([3, 6, 12, 384, 600, 600, 600])
})

test('a source may be switched on after ten right suggestions in a row', () => {
  expect([9, 10, 11].map(hasEnoughCorrectSuggestions)).toEqual([false, true, true])
})
