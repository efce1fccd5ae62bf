/** A day as `YYYY-MM-DD`, a form in which days can be compared as texts. */
export type Day = string

const DAY_MS = 86_400_000

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10)

/** The day `by` days after `day`. */
export const addDays = (day: Day, by: number): Day => dayAt(timeOf(day) + by * DAY_MS)

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of the month `by` months later; if that month is shorter, its last day. */
export function addMonths(day: Day, by: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + by, 1))
  const [targetYear, targetMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return dayAt(Date.UTC(targetYear, targetMonth - 1, Math.min(date, lastDayOf(targetYear, targetMonth))))
}

export const firstDayOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
export const lastDayOfMonth = (day: Day): Day => addDays(addMonths(firstDayOfMonth(day), 1), -1)

/** Day of the week, 0 for Sunday, with which weeks begin in Korea. */
export const weekdayOf = (day: Day): number => new Date(timeOf(day)).getUTCDay()

/** The weeks of a month, each from Sunday to Saturday; the first and last week may contain days of other months. */
export function weeksOf(month: Day): Day[][] {
  const first = firstDayOfMonth(month)
  const start = addDays(first, -weekdayOf(first))
  const weeks = []
  for (let week = start; week <= lastDayOfMonth(month); week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(week, at)))
  return weeks
}

const isDay = (day: string): boolean => {
  const time = timeOf(day)
  return !Number.isNaN(time) && dayAt(time) === day
}

/** `2026. 11. 22.`, as Koreans write a date. */
export const formatKoreanDay = (day: Day): string =>
  day
    .split('-')
    .map((part, at) => `${at === 0 ? part : Number(part)}.`)
    .join(' ')

/**
 * Reads a typed date: year (from 2000), month and day in any Korean or ISO form, eight digits, or month and day of the
 * year of `today`. Null if it is no date.
 */
export function readDay(typed: string, today: Day): Day | null {
  const text = typed.normalize('NFKC').trim()
  const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  const parts = digits ? digits.slice(1) : text.split(/\s*[-./년월일]\s*|\s+/).filter(Boolean)
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null
  const [year = '', month = '', date = ''] = parts.length === 2 ? [today.slice(0, 4), ...parts] : parts
  if (parts.length > 3 || !/^2\d{3}$/.test(year)) return null
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

const isDayAndTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10))

/** Formats a day and time, `YYYY-MM-DDTHH:mm`, as `2026. 11. 22. 18:00`; returns any other text unchanged. */
export const formatKoreanDayAndTime = (text: string): string =>
  isDayAndTime(text) ? `${formatKoreanDay(text.slice(0, 10))} ${text.slice(11)}` : text

/** Converts a typed time of day, such as 18:00, 오후 6:30 or 18시 30분, to `HH:mm`; null if it is no time. */
function readTime(text: string): string | null {
  const [, meridiem, hours = '', minutes = '0'] =
    /^(오전|오후)?\s*(\d{1,2})\s*(?::|시)\s*(\d{1,2})?\s*분?$/.exec(text) ?? []
  const typedHour = Number(hours)
  if (hours === '' || Number(minutes) > 59 || typedHour > 23 || (meridiem && (typedHour < 1 || typedHour > 12)))
    return null
  const hour = meridiem ? (typedHour % 12) + (meridiem === '오후' ? 12 : 0) : typedHour
  return [hour, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * Converts a typed day (see `readDay`) and the time of day after it to `YYYY-MM-DDTHH:mm`. A day without a time gets
 * `usualTime`. Null if the day or the time is invalid.
 */
export function readDayAndTime(typed: string, today: Day, usualTime: string): string | null {
  const text = typed.normalize('NFKC').trim()
  const [, dayText = text, time] = /^(.*?)(?:\s+|T)((?:오전|오후)?\s*\d{1,2}\s*(?::|시).*)$/.exec(text) ?? []
  const day = readDay(dayText, today)
  const timeText = time === undefined ? usualTime : readTime(time)
  return day && timeText && `${day}T${timeText}`
}

/** The keys of the calendar's grid (ARIA's date picker pattern), each with the day to which it leads from `day`. */
const movesByKey: Readonly<Record<string, (day: Day, withShift: boolean) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, withShift) => addMonths(day, withShift ? -12 : -1),
  PageDown: (day, withShift) => addMonths(day, withShift ? 12 : 1),
}

/** The day to which a key leads from `day`; null for a key that the calendar does not use. */
export const dayReachedByKey = (day: Day, key: string, withShift: boolean): Day | null =>
  movesByKey[key]?.(day, withShift) ?? null

/** First and last day that can be chosen in a date field; undefined for no limit. */
export interface DayLimits {
  readonly min?: Day | undefined
  readonly max?: Day | undefined
}

export const isWithinLimits = (day: Day, { min, max }: DayLimits): boolean =>
  (!min || day >= min) && (!max || day <= max)
