import { seoulDay } from '#lib/core/seoul-moment.ts'

let termsCount = 0

/** The date in Seoul `days` days from now, as YYYY-MM-DD. */
export const dayAhead = (days: number): string => seoulDay(new Date(), days)

/** Input for terms whose notice period hasn't begun; each call gives another effective date. */
export const newTermsInput = () => ({
  kind: 'service',
  since: dayAhead(100 + ++termsCount),
  body: '# 목적\n이 약관은 시험에 씁니다.',
})
