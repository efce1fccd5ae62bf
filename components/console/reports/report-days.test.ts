import { expect, test } from 'vitest'
import type { DailyRow } from '#lib/reports/schema.ts'
import { reportDays, sumOf } from './report-days.ts'

const row = (day: string): DailyRow => ({
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
  Array.from({ length: count }, (_, at) => row(new Date(Date.UTC(2026, 10, 21 - at)).toISOString().slice(0, 10)))

const line = { key: '2026-11-21', label: '', orders: 1, amount: 1, sales: 10.2, refunded: 0.1, cost: 3 }

test('days stand oldest first, with the margin of what was ordered on them', () => {
  const days = reportDays(daysBack(3), [line])
  expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(days[2]).toMatchObject({ net: 10.1, cost: 3 })
  expect(days[0]).toMatchObject({ net: 0, cost: 0 })
})

test('more days than can be told apart are months, and sums stay whole hundredths', () => {
  const months = reportDays(daysBack(93), [line])
  expect(months.map(({ day }) => day)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11'])
  expect(months[1]).toMatchObject({ orders: 30, sales: 3, members: 30 })
  expect(sumOf(reportDays(daysBack(30), []), ({ sales }) => sales)).toBe(3)
})
