import { seoulTime } from '../ui/seoul-time.ts'

/** A moment as a list shows it: the time alone for today's, day and minute for older ones. `now` in milliseconds. */
export function shortMoment(at: string, now: number): string {
  const text = seoulTime(at)
  return text.slice(0, 10) === seoulTime(now).slice(0, 10) ? text.slice(11) : text.slice(5, 16)
}
