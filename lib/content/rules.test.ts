import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { earliestTermsDay, isEarlyEnough, legalIssue, legalText, parseLegal, termsState } from './rules.ts'

const writtenText = `
# 목적
이 약관은 {회사}가 정합니다.
- 하나
- 둘
끝 문단.

#  보존 
| 기록 | 기간 |
| 주문 | 5년 |
1. 첫째
2. 둘째
[책임자]
`

test('a legal text is read by line: titles, paragraphs, items, tables, whom to ask', () => {
  expect(parseLegal(writtenText)).toEqual([
    { title: '목적', parts: ['이 약관은 {회사}가 정합니다.', ['하나', '둘'], '끝 문단.'] },
    {
      title: '보존',
      parts: [
        {
          table: [
            ['기록', '기간'],
            ['주문', '5년'],
          ],
        },
        ['첫째', '둘째'],
        { contact: true },
      ],
    },
  ])
})

test('HTML is text like any other', () => {
  const [article] = parseLegal('# <b>제목</b>\n<script>alert(1)</script>')
  expect(article).toEqual({ title: '<b>제목</b>', parts: ['<script>alert(1)</script>'] })
})

test('what is read and written again is the same', () => {
  const line = fc.constantFrom(
    '# 제목',
    '- 항목',
    '1. 차례',
    '| 가 | 나 |',
    '[책임자]',
    '문단',
    '',
    '#',
    '-',
    '|',
    'CONTACT',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const articles = parseLegal(lines.join('\n'))
      expect(parseLegal(legalText(articles))).toEqual(articles)
    }),
  )
})

test('a text begins with a title and leaves none empty', () => {
  expect(legalIssue(writtenText)).toBeNull()
  for (const text of ['문단부터', '', '#제목', '# ']) expect(legalIssue(text), text).toMatch(/제목/)
  expect(legalIssue('# 하나\n문단\n# 둘\n')).toBe('"둘"에 내용이 없어요')
})

describe('a version of the terms', () => {
  const at = (seoul: string) => Date.parse(`${seoul}+09:00`)
  const service = { kind: 'service', since: '2027-01-31' } as const
  const privacy = { kind: 'privacy', since: '2027-01-31' } as const

  test('is announced 30 days ahead, the policy 7, and holds from its day on', () => {
    const states = (when: string) => [termsState(service, at(when)), termsState(privacy, at(when))]
    expect(states('2026-12-31T23:59:59')).toEqual(['PLANNED', 'PLANNED'])
    expect(states('2027-01-01T00:00:00')).toEqual(['ANNOUNCED', 'PLANNED'])
    expect(states('2027-01-24T00:00:00')).toEqual(['ANNOUNCED', 'ANNOUNCED'])
    expect(states('2027-01-30T23:59:59')).toEqual(['ANNOUNCED', 'ANNOUNCED'])
    expect(states('2027-01-31T00:00:00')).toEqual(['HOLDS', 'HOLDS'])
  })

  test('leaves time for that', () => {
    const now = at('2027-01-01T23:59:59')
    expect(isEarlyEnough(service, now)).toBe(true)
    expect(isEarlyEnough(service, at('2027-01-02T00:00:00'))).toBe(false)
    expect(isEarlyEnough(privacy, at('2027-01-24T12:00:00'))).toBe(true)
    expect([earliestTermsDay('service', now), earliestTermsDay('privacy', now)]).toEqual(['2027-01-31', '2027-01-08'])
  })
})
