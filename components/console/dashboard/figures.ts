import type { DailyRow } from '#lib/reports/schema.ts'

/** One figure of today beside yesterday and the same weekday a week ago. */
export interface Figure {
  readonly label: string
  readonly today: number
  readonly yesterday: number
  readonly weekAgo: number
  readonly unit: 'P' | '명'
}

/** `rows` are days, newest first, starting with today. */
export function figuresOf(rows: readonly DailyRow[]): readonly Figure[] {
  const [today, yesterday, weekAgo] = [rows[0], rows[1], rows[7]]
  const figure = (label: string, unit: Figure['unit'], value: (row: DailyRow) => number): Figure => ({
    label,
    unit,
    today: today ? value(today) : 0,
    yesterday: yesterday ? value(yesterday) : 0,
    weekAgo: weekAgo ? value(weekAgo) : 0,
  })
  return [
    figure('매출', 'P', (row) => row.sales),
    figure('충전', 'P', (row) => row.charged),
    figure('환불', 'P', (row) => row.refunded),
    figure('신규 회원', '명', (row) => row.members),
  ]
}
