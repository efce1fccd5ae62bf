import { addDays, addMonths, type Day, firstOfMonth, koreanDay, lastOfMonth } from '../ui/calendar-days.ts'

/** First and last day of a list or a report, both included; undefined where it is open. */
export interface Days {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export interface DayPreset extends Days {
  readonly label: string
}

/** The usual days of an operator, in Seoul. `today` is the day of the server. */
export function dayPresets(today: Day): readonly DayPreset[] {
  const yesterday = addDays(today, -1)
  const lastMonth = addMonths(firstOfMonth(today), -1)
  return [
    { label: '오늘', from: today, to: today },
    { label: '어제', from: yesterday, to: yesterday },
    { label: '이번 달', from: firstOfMonth(today), to: lastOfMonth(today) },
    { label: '지난달', from: lastMonth, to: lastOfMonth(lastMonth) },
  ]
}

export const sameDays = (a: Days, b: Days): boolean => a.from === b.from && a.to === b.to

/** `2026. 11. 1. – 2026. 11. 30.`, a single day, or one end; empty for all days. */
export function daysText({ from, to }: Days): string {
  if (from && from === to) return koreanDay(from)
  if (from && to) return `${koreanDay(from)} – ${koreanDay(to)}`
  return from ? `${koreanDay(from)}부터` : to ? `${koreanDay(to)}까지` : ''
}
