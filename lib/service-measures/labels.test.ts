import { expect, test } from 'vitest'
import { durationText, measureFacts } from './labels.ts'

test.each([
  [0, '1분 이내'],
  [59, '1분 이내'],
  [90, '2분'],
  [3_600, '1시간'],
  [3_600 * 3 + 60 * 20, '3시간 20분'],
  [86_370, '1일'],
  [86_400 * 2 + 3_600 * 4 + 60, '2일 4시간'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

const measures = {
  orders: 100,
  start: { last10: 120, last100: 300 },
  finish: { last10: 3_600, last100: 7_200 },
  completed: 97,
  partial: 2,
  canceled: 1,
  refillDays: 30,
  priceChange: { day: '2026-11-20', from: 10, to: 12 },
}

test('a measured service has a line for start, finish, outcomes, refill days and the last change of its price', () => {
  expect(measureFacts(measures).map(({ text }) => text)).toEqual([
    '2분 (최근 10건) · 5분 (최근 100건)',
    '1시간 (최근 10건) · 2시간 (최근 100건)',
    '완료 97% · 부분완료 2% · 취소 1%',
    '완료 후 30일',
    '2026-11-20 · 10원 → 12원',
  ])
})

test('measures of too few orders are left out; ten orders have one median, not two', () => {
  const none = { last10: null, last100: null }
  expect(measureFacts({ ...measures, orders: 9, start: none, finish: none, refillDays: 0, priceChange: null })).toEqual(
    [{ name: '리필', text: '없음' }],
  )
  expect(measureFacts({ ...measures, orders: 10, completed: 0, partial: 0, canceled: 10 })).toMatchObject([
    { text: '2분 (최근 10건)' },
    { text: '1시간 (최근 10건)' },
    { text: '완료 0% · 취소 100%' },
    {},
    {},
  ])
})

test.each([
  [{ orders: 40, completed: 0, partial: 1, canceled: 39 }, '완료 0% · 부분완료 3% · 취소 97%'],
  [{ orders: 40, completed: 1, partial: 0, canceled: 39 }, '완료 3% · 취소 97%'],
  [{ orders: 30, completed: 10, partial: 10, canceled: 10 }, '완료 34% · 부분완료 33% · 취소 33%'],
  [{ orders: 200, completed: 199, partial: 1, canceled: 0 }, '완료 100%'],
])('the shares of %o add up to 100', (counts, text) => {
  expect(measureFacts({ ...measures, ...counts })).toContainEqual(expect.objectContaining({ text }))
})
