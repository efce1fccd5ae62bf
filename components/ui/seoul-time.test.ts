import { expect, it } from 'vitest'
import { countdownText, seoulTime } from './seoul-time.ts'

it('writes Seoul time, nine hours ahead, over midnight too', () => {
  expect(seoulTime('2026-11-21T10:31:05.900Z')).toBe('2026-11-21 19:31:05')
  expect(seoulTime(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01 00:00:00')
})

it('counts down to zero and no further', () => {
  expect(countdownText(3 * 3600)).toBe('3:00:00')
  expect(countdownText(671)).toBe('0:11:11')
  expect(countdownText(-5)).toBe('0:00:00')
  expect(countdownText(179, false)).toBe('2:59')
  expect(countdownText(-5, false)).toBe('0:00')
})
