import { expect, test } from 'vitest'
import { dayTimeText, shortTimeText } from './format.ts'

const now = Date.parse('2026-11-22T05:30:00Z')

test('a time of today has no date, except in a list of several days', () => {
  expect(shortTimeText('2026-11-22T05:20:33Z', now)).toBe('14:20:33')
  expect(shortTimeText('2026-11-21T05:20:33Z', now)).toBe('11-21 14:20')
  expect(dayTimeText('2026-11-22T05:20:33Z')).toBe('11-22 14:20')
})
