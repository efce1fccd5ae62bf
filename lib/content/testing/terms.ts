import { later, minutes } from '#lib/core/clock.ts'
import { seoulDay } from '../rules.ts'

const DAY = minutes(24 * 60)

let made = 0

/** The day in Seoul so many days from now. */
export const dayAhead = (days: number): string => seoulDay(later(new Date(), days * DAY).getTime())

/** Terms that nobody has been told of yet, each of another day. */
export const newTerms = () => ({
  kind: 'service',
  since: dayAhead(100 + ++made),
  body: '# 목적\n이 약관은 시험에 씁니다.',
})
