import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter, firstOfMonth, inMonths } from './rules.ts'

const daysFrom = (from: string, count: number) => Array.from({ length: count }, (_, at) => dayAfter(from, at))

const daysIn = (month: string) => daysFrom(month, 31).filter((day) => firstOfMonth(day) === month)

test('a month is read whole where few of its days are not wanted, and by its days where few are', () => {
  expect(inMonths('2026-01-01', '2026-02-28')).toEqual({ months: ['2026-01-01', '2026-02-01'], plus: [], minus: [] })
  expect(inMonths('2026-02-05', '2026-02-11')).toEqual({ months: [], plus: daysFrom('2026-02-05', 7), minus: [] })
  expect(inMonths('2025-11-22', '2026-01-30')).toEqual({
    months: ['2025-12-01', '2026-01-01'],
    plus: daysFrom('2025-11-22', 9),
    minus: ['2026-01-31'],
  })
  expect(inMonths('2026-02-05', '2026-02-04')).toEqual({ months: [], plus: [], minus: [] })
})

test('each day of a span counts once, and no other does; a year reads fewer than 31 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 400 }), (start, length) => {
      const from = dayAfter('2020-01-01', start)
      const { months, plus, minus } = inMonths(from, dayAfter(from, length - 1))
      const left = [...months.flatMap(daysIn), ...plus].filter((day) => !minus.includes(day))
      expect(left.toSorted()).toEqual(daysFrom(from, length))
      expect(plus.length + minus.length).toBeLessThan(32)
    }),
  )
})
