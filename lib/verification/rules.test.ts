import { expect, test } from 'vitest'
import { verificationCodeRules } from './rules.ts'

test('a code has 5 digits, lasts 3 minutes and takes 5 tries; an address or number gets one a minute and 5 a day', () => {
  expect(verificationCodeRules).toEqual({ digits: 5, lifeMs: 180_000, tries: 5, spacingMs: 60_000, aDay: 5 })
})
