import { seoulTime } from '../ui/seoul-time.ts'

/**
 * A time as lists show it: without the date if it is today, otherwise with the date (`dayTimeText`). `now` is in
 * milliseconds.
 */
export function shortTimeText(at: string, now: number): string {
  const text = seoulTime(at)
  return text.slice(0, 10) === seoulTime(now).slice(0, 10) ? text.slice(11) : dayTimeText(at)
}

/** Date without the year, and time to the minute, for lists with rows from several days. */
export const dayTimeText = (at: string): string => seoulTime(at).slice(5, 16)

/**
 * A Korean noun with the particle that its last syllable requires: 주문을, 메시지가. `particles` begins with the one used
 * after a consonant.
 */
export function withParticle(noun: string, particles: '을/를' | '이/가'): string {
  const [closed, open] = particles.split('/')
  const hasFinal = (noun.charCodeAt(noun.length - 1) - 0xac00) % 28 > 0
  return noun + (hasFinal ? closed : open)
}
