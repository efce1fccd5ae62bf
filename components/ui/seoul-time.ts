/** A time in Asia/Seoul as `YYYY-MM-DD HH:mm:ss`. Korea is at +09:00 all year. */
export function seoulTime(at: Date | number | string): string {
  const ms = new Date(at).getTime()
  return new Date(ms + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** A time in Asia/Seoul to the minute, as `YYYY-MM-DD HH:mm`. */
export const seoulMinute = (at: Date | number | string): string => seoulTime(at).slice(0, 16)

/** The day of a time in Asia/Seoul, as `YYYY-MM-DD`. */
export const seoulDay = (at: Date | number | string): string => seoulTime(at).slice(0, 10)

/** Formats the seconds left as `H:MM:SS`, or without hours as `M:SS`; never below zero. */
export function countdownText(seconds: number, withHours = true): string {
  const left = Math.max(0, Math.floor(seconds))
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  if (!withHours) return `${Math.floor(left / 60)}:${twoDigits(left % 60)}`
  return `${Math.floor(left / 3600)}:${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
}
