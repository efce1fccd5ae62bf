import { expect, test } from 'vitest'
import {
  addMonths,
  dayReachedByKey,
  formatKoreanDay,
  formatKoreanDayAndTime,
  isWithinLimits,
  readDay,
  readDayAndTime,
  weeksOf,
} from './calendar-days.ts'

const today = '2026-11-22'

test.each([
  ['2026. 11. 22.', '2026-11-22'],
  ['2026.11.2', '2026-11-02'],
  ['2026-11-22', '2026-11-22'],
  ['2026/1/5', '2026-01-05'],
  ['20261122', '2026-11-22'],
  ['2026년 11월 22일', '2026-11-22'],
  ['２０２６．１１．２２', '2026-11-22'],
  ['3. 9.', '2026-03-09'],
  ['2024. 2. 29.', '2024-02-29'],
])('a date is read as Koreans type it: %j', (typed, day) => {
  expect(readDay(typed, today)).toBe(day)
})

test.each([
  '',
  '22',
  '2026. 2. 29.',
  '2026. 13. 1.',
  '11/22/2026',
  '1999. 1. 1.',
  '내일',
  '2026. 11. 22. 3.',
  '2026-11',
])('what is no date is none: %j', (typed) => expect(readDay(typed, today)).toBeNull())

test('a date is written as it is read', () => {
  expect(formatKoreanDay('2026-03-09')).toBe('2026. 3. 9.')
  expect(readDay(formatKoreanDay('2026-03-09'), today)).toBe('2026-03-09')
})

test.each([
  ['2026. 11. 22. 18:00', '2026-11-22T18:00'],
  ['2026-11-22T09:05', '2026-11-22T09:05'],
  ['2026. 11. 22. 오후 6:30', '2026-11-22T18:30'],
  ['11/22 오전 12시', '2026-11-22T00:00'],
  ['2026년 11월 22일 오후 12시 5분', '2026-11-22T12:05'],
  ['２０２６．１１．２２． １８：００', '2026-11-22T18:00'],
  ['2026. 11. 22.', '2026-11-22T23:59'],
])('a day and its time are read as Koreans type them: %j', (typed, minute) => {
  expect(readDayAndTime(typed, today, '23:59')).toBe(minute)
})

test.each([
  '',
  '18:00',
  '2026. 11. 22. 24:00',
  '2026. 11. 22. 9:60',
  '2026. 11. 22. 오후 13시',
  '2026. 11. 22. 9',
  '2026. 2. 30. 09:00',
  '내일 09:00',
])('what is no day with a time is none: %j', (typed) => expect(readDayAndTime(typed, today, '00:00')).toBeNull())

test('a minute is written as it is read, and any other text is left as it is', () => {
  expect(formatKoreanDayAndTime('2026-03-09T08:05')).toBe('2026. 3. 9. 08:05')
  expect(readDayAndTime(formatKoreanDayAndTime('2026-03-09T08:05'), today, '00:00')).toBe('2026-03-09T08:05')
  for (const text of ['', '내일', '2026-02-30T08:05', '2026-03-09T24:00'])
    expect(formatKoreanDayAndTime(text)).toBe(text)
})

test('a month is whole weeks from Sunday to Saturday', () => {
  const weeks = weeksOf('2026-11-22')
  expect(weeks.map((week) => week[0])).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'])
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-05')
  expect(weeksOf('2026-02-01')).toHaveLength(4)
})

test('keys move as in the date picker pattern; a month without the day ends with its last', () => {
  const moves = { ArrowLeft: '2026-01-30', ArrowDown: '2026-02-07', Home: '2026-01-25', End: '2026-01-31' }
  for (const [key, day] of Object.entries(moves))
    expect([key, dayReachedByKey('2026-01-31', key, false)]).toEqual([key, day])
  expect(dayReachedByKey('2026-01-31', 'PageDown', false)).toBe('2026-02-28')
  expect(dayReachedByKey('2026-01-31', 'PageUp', true)).toBe('2025-01-31')
  expect(dayReachedByKey('2026-01-31', 'a', false)).toBeNull()
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
})

test('days beyond the limits can’t be chosen', () => {
  expect(
    ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => isWithinLimits(day, { min: today, max: today })),
  ).toEqual([false, true, false])
})
