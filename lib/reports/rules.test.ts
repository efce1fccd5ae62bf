import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentChangeText } from './labels.ts'
import {
  addDays,
  chartBarsOf,
  comparisonPeriod,
  firstDayOfMonth,
  knownMargin,
  laterDay,
  ledgerDifference,
  roundPoints,
  splitIntoMonths,
  sumOfPoints,
} from './rules.ts'
import type { DailyRow } from './schema.ts'

const daysFrom = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at))

const daysIn = (month: string) => daysFrom(month, 31).filter((day) => firstDayOfMonth(day) === month)

test('a month is read whole where few of its days are not wanted, and by its days where few are', () => {
  expect(splitIntoMonths('2026-01-01', '2026-02-28')).toEqual({
    months: ['2026-01-01', '2026-02-01'],
    plus: [],
    minus: [],
  })
  expect(splitIntoMonths('2026-02-05', '2026-02-11')).toEqual({
    months: [],
    plus: daysFrom('2026-02-05', 7),
    minus: [],
  })
  expect(splitIntoMonths('2025-11-22', '2026-01-30')).toEqual({
    months: ['2025-12-01', '2026-01-01'],
    plus: daysFrom('2025-11-22', 9),
    minus: ['2026-01-31'],
  })
  expect(splitIntoMonths('2026-04-01', '2026-04-15')).toEqual({
    months: [],
    plus: daysFrom('2026-04-01', 15),
    minus: [],
  })
  expect(splitIntoMonths('2026-02-05', '2026-02-04')).toEqual({ months: [], plus: [], minus: [] })
})

test('each day of a span counts once, and no other does; a year reads fewer than 31 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 400 }), (start, length) => {
      const from = addDays('2020-01-01', start)
      const { months, plus, minus } = splitIntoMonths(from, addDays(from, length - 1))
      const left = [...months.flatMap(daysIn), ...plus].filter((day) => !minus.includes(day))
      expect(left.toSorted()).toEqual(daysFrom(from, length))
      expect(plus.length + minus.length).toBeLessThan(32)
    }),
  )
})

const dayRow = (day: string): DailyRow => ({
  day,
  orders: 1,
  autoOrders: 0,
  charges: 1,
  members: 1,
  charged: 0.1,
  sales: 0.1,
  refunded: 0,
  other: 0,
})

const daysBack = (count: number) =>
  Array.from({ length: count }, (_, at) => dayRow(new Date(Date.UTC(2026, 10, 21 - at)).toISOString().slice(0, 10)))

const dayLine = { key: '2026-11-21', label: '', orders: 1, amount: 1, sales: 10.2, refunded: 0.1, cost: 3 }

test('days stand oldest first, with the margin of what was ordered on them', () => {
  const days = chartBarsOf(daysBack(3), [dayLine])
  expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(days[2]).toEqual({
    ...{ day: '2026-11-21', orders: 1, sales: 0.1, refunded: 0, charges: 1, charged: 0.1, members: 1 },
    ...{ net: 10.1, cost: 3, unknown: 0 },
  })
  expect(days[0]).toMatchObject({ net: 0, cost: 0, unknown: 0 })
  expect(chartBarsOf(daysBack(1), [{ ...dayLine, unknown: 2.5 }])[0]).toMatchObject({
    net: 10.1,
    cost: 3,
    unknown: 2.5,
  })
})

test('a margin leaves out sales whose cost isn’t known', () => {
  expect(knownMargin({ net: 10.1, cost: 3, unknown: 0 })).toBe(7.1)
  expect(knownMargin({ net: 10.1, cost: 3, unknown: 2.2 })).toBe(4.9)
  expect(knownMargin({ net: 1, cost: 3, unknown: 0 })).toBe(-2)
})

test('92 days have a bar each', () => {
  expect(chartBarsOf(daysBack(92), [])).toHaveLength(92)
})

test('more days than can be told apart are months, and sums stay whole hundredths', () => {
  const months = chartBarsOf(daysBack(93), [dayLine])
  expect(months.map(({ day }) => day)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11'])
  expect(months[1]).toMatchObject({ orders: 30, sales: 3, members: 30, charges: 30, charged: 3, refunded: 0 })
  expect(months[3]).toMatchObject({ orders: 21, net: 10.1, cost: 3, unknown: 0 })
  expect(sumOfPoints(chartBarsOf(daysBack(30), []), ({ sales }) => sales)).toBe(3)
})

test.each([
  ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
  ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-01-01', '2026-01-10', '2025-12-01', '2025-12-10'],
  ['2025-11-23', '2026-11-22', '2024-11-23', '2025-11-22'],
  ['2026-10-01', '2026-11-30', '2026-08-01', '2026-09-30'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-03-01', '2026-03-28', '2026-02-01', '2026-02-28'],
  ['2026-02-01', '2026-02-27', '2026-01-01', '2026-01-27'],
  ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
])('%s to %s is compared with %s to %s', (from, to, start, end) => {
  expect(comparisonPeriod({ from, to })).toEqual({ from: start, to: end })
})

test('what differs from the ledger is named, and what nothing explains is left as such', () => {
  const ledger = { sales: 7_107_392, refunded: 500 }
  const orders = { sales: 7_008_217, refunded: 620.5 }
  expect(ledgerDifference(ledger, orders, { paid: 150_000, ran: 50_825 })).toEqual({
    prepaid: 99_175,
    shifted: -120.5,
    rest: 0,
  })
  expect(ledgerDifference(ledger, orders, { paid: 0, ran: 0 }).rest).toBe(99_175)
})

test('a comparison with a period that had nothing, or less than nothing, names no percentage', () => {
  expect(percentChangeText(1_123, 1_000)).toBe('이전 기간보다 +12.3%')
  expect(percentChangeText(900, 1_000)).toBe('이전 기간보다 -10%')
  expect(percentChangeText(0, 0)).toBe('이전 기간과 같음')
  expect(percentChangeText(500, 0)).toBe('이전 기간 내역 없음')
  expect(percentChangeText(500, -1)).toBe('이전 기간은 0 미만')
})

test('a day is a text, which compares and counts as the day that it is', () => {
  expect([addDays('2026-02-28', 1), addDays('2024-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
    '2026-03-01',
    '2024-02-29',
    '2025-12-31',
  ])
  expect([laterDay('2026-02-01', '2026-01-31'), laterDay('2026-01-31', '2026-02-01')]).toEqual([
    '2026-02-01',
    '2026-02-01',
  ])
})

test('sums of points are whole hundredths', () => {
  expect([roundPoints(0.1 + 0.2), roundPoints(1.005 * 100), roundPoints(-0.004)]).toEqual([0.3, 100.5, -0])
})
