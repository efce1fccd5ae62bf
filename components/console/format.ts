import { formatPoints, formatWon, type Points, pointsFromNumber } from '#lib/money/points.ts'
import { seoulTime } from '../ui/seoul-time.ts'

/** An amount of the wire as points again; what came from our own calls always is one. */
export const exact = (amount: number): Points => pointsFromNumber(amount) ?? 0n

export const wonText = (amount: number): string => formatWon(exact(amount))

export const pointText = (amount: number): string => formatPoints(exact(amount))

/** '+1,500P': an amount that is given, or one that is taken. */
export const signedPoints = (delta: number): string => `${delta > 0 ? '+' : ''}${pointText(delta)}`

/** A moment as a list shows it: the time alone for today's, day and minute for older ones. `now` in milliseconds. */
export function shortMoment(at: string, now: number): string {
  const text = seoulTime(at)
  return text.slice(0, 10) === seoulTime(now).slice(0, 10) ? text.slice(11) : text.slice(5, 16)
}

/** A Korean noun with the particle that its last syllable asks for: 주문을, 메시지가. Written '을/를', after a consonant first. */
export function withParticle(noun: string, particles: '을/를' | '이/가'): string {
  const [closed, open] = particles.split('/')
  const hasFinal = (noun.charCodeAt(noun.length - 1) - 0xac00) % 28 > 0
  return noun + (hasFinal ? closed : open)
}
