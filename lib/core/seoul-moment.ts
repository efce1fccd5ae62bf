const SEOUL_OFFSET_MS = 9 * 3_600_000

/** A time in Asia/Seoul as in a sentence: '11월 3일 14:20', with the year if it isn't that of `now`. */
export function seoulMoment(at: Date | string, now: Date): string {
  const [local, today] = [new Date(at), now].map((time) => new Date(time.getTime() + SEOUL_OFFSET_MS).toISOString())
  const [year, month, day] = String(local).slice(0, 10).split('-').map(Number)
  const text = `${month}월 ${day}일 ${String(local).slice(11, 16)}`
  return year === Number(String(today).slice(0, 4)) ? text : `${year}년 ${text}`
}
