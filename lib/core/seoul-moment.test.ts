import { expect, test } from 'vitest'
import { formatSeoulMoment } from './seoul-moment.ts'

const now = new Date('2026-11-22T16:00:00Z')

test('a time of this year is written without the year, in the time of Seoul', () => {
  expect(formatSeoulMoment('2026-11-03T05:20:30Z', now)).toBe('11월 3일 14:20')
  expect(formatSeoulMoment('2025-12-31T15:00:00Z', now)).toBe('1월 1일 00:00')
})

test('a time of another year, by Seoul’s calendar, is written with its year', () => {
  expect(formatSeoulMoment('2025-12-31T14:59:00Z', now)).toBe('2025년 12월 31일 23:59')
})
