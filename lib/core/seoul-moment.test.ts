import { expect, test } from 'vitest'
import { formatSeoulMoment, seoulDay } from './seoul-moment.ts'

const now = new Date('2026-11-22T16:00:00Z')

test('a time of this year is written without the year, in the time of Seoul', () => {
  expect(formatSeoulMoment('2026-11-03T05:20:30Z', now)).toBe('11월 3일 14:20')
  expect(formatSeoulMoment('2025-12-31T15:00:00Z', now)).toBe('1월 1일 00:00')
})

test('a time of another year, by Seoul’s calendar, is written with its year', () => {
  expect(formatSeoulMoment('2025-12-31T14:59:00Z', now)).toBe('2025년 12월 31일 23:59')
})

test('a day begins and ends in Seoul, also across months and years', () => {
  expect(seoulDay(new Date('2026-12-31T14:59:59Z'))).toBe('2026-12-31')
  expect(seoulDay(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01')
  expect(seoulDay(new Date('2026-12-31T15:00:00Z'), -1)).toBe('2026-12-31')
  expect(seoulDay(new Date('2028-02-28T01:00:00Z'), 2)).toBe('2028-03-01')
})
