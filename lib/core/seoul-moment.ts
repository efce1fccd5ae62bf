const SEOUL_OFFSET_MS = 9 * 3_600_000

/**
 * Formats a time for a sentence, in Asia/Seoul: '11월 3일 14:20', with the year before it if that isn't the year of
 * `now`.
 */
export function formatSeoulMoment(at: Date | string, now: Date): string {
  const [local, today] = [new Date(at), now].map((time) => new Date(time.getTime() + SEOUL_OFFSET_MS).toISOString())
  const [year, month, day] = String(local).slice(0, 10).split('-').map(Number)
  const text = `${month}월 ${day}일 ${String(local).slice(11, 16)}`
  return year === Number(String(today).slice(0, 4)) ? text : `${year}년 ${text}`
}

/** The day of a time in Asia/Seoul, as `YYYY-MM-DD`, plus `days` days. */
export const seoulDay = (at: Date, days = 0): string =>
  new Date(at.getTime() + SEOUL_OFFSET_MS + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Reads a day of the years 2000 to 2999, written as `YYYY-MM-DD` or as `d/m/Y`, such as 31/12/2026; null if there is no
 * such day.
 */
export function parseDay(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(iso)) return null
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null
}

/** A day `YYYY-MM-DD` as `d/m/Y`. */
export const formatDayMonthYear = (day: string): string => day.split('-').reverse().join('/')
