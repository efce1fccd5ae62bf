import { expect, test } from 'vitest'
import { dayTimeText, shortTimeText } from './format.ts'

const now = Date.parse('2026-11-22T05:30:00Z')

test('a list of one day shows the time, one of several days the day of today too', () => {
  expect(shortTimeText('2026-11-22T05:20:33Z', now)).toBe('14:20:33')
  expect(shortTimeText('2026-11-21T05:20:33Z', now)).toBe('11-21 14:20')
  expect(dayTimeText('2026-11-22T05:20:33Z')).toBe('11-22 14:20')
})
