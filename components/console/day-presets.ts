import { addDays, addMonths, type Day, firstDayOfMonth, formatKoreanDay, lastDayOfMonth } from '../ui/calendar-days.ts'

/** Range of days that a list or report covers, first and last day included; an undefined day means no limit. */
export interface DayRange {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export interface DayPreset extends DayRange {
  readonly label: string
}

/** A preset whose days depend on the current day. Saved filters store its name. */
type NamedDayPreset = DayPreset & Required<DayRange> & { readonly name: string }

/**
 * Ranges of days offered as chips: today, yesterday, this month, last month. `today` is the current day in Seoul by the
 * clock of the server.
 */
export function dayPresets(today: Day): readonly NamedDayPreset[] {
  const yesterday = addDays(today, -1)
  const lastMonth = addMonths(firstDayOfMonth(today), -1)
  return [
    { name: 'today', label: '오늘', from: today, to: today },
    { name: 'yesterday', label: '어제', from: yesterday, to: yesterday },
    { name: 'month', label: '이번 달', from: firstDayOfMonth(today), to: lastDayOfMonth(today) },
    { name: 'last-month', label: '지난달', from: lastMonth, to: lastDayOfMonth(lastMonth) },
  ]
}

/** The preset to mark as selected. Null if no preset has these days, or while the form for a custom range is open. */
export const findMarkedPreset = (
  presets: readonly DayPreset[],
  days: DayRange,
  isFormOpen: boolean,
): DayPreset | null => (isFormOpen ? null : (presets.find((preset) => areSameDays(preset, days)) ?? null))

export const areSameDays = (a: DayRange, b: DayRange): boolean => a.from === b.from && a.to === b.to

/**
 * Formats a range of days: `2026. 11. 1. – 2026. 11. 30.`, one date for a single day, 'from' or 'until' a date if the
 * other end is open, '' for all days.
 */
export function daysText({ from, to }: DayRange): string {
  if (from && from === to) return formatKoreanDay(from)
  if (from && to) return `${formatKoreanDay(from)} – ${formatKoreanDay(to)}`
  return from ? `${formatKoreanDay(from)}부터` : to ? `${formatKoreanDay(to)}까지` : ''
}
