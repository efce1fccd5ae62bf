import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { issuesByField } from '#lib/core/form-errors.ts'
import {
  BUILT_IN_TERMS_ID,
  earliestTermsDay,
  findAgreeableTerms,
  findLegalIssue,
  formatLegalText,
  guideRules,
  hasFullNoticePeriod,
  isListPart,
  isSeoulMinute,
  isTablePart,
  parseLegal,
  periodState,
  seoulMinute,
  type TermsReference,
  termsInForce,
  termsState,
} from './rules.ts'

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

test.each([
  ['# 제목\n10. 열째\n-  둘째', [['열째', '둘째']]],
  ['# 제목\n가 - 나', ['가 - 나']],
  ['# 제목\n가 1. 나', ['가 1. 나']],
  ['# 제목\n-나', ['-나']],
  ['# 제목\n1 나', ['1 나']],
  ['# 제목\n항목\n- 나', ['항목', ['나']]],
  ['# 제목\n- 나\n문단\n- 다', [['나'], '문단', ['다']]],
  ['# 제목\n|가|', [{ table: [['가']] }]],
  ['# 제목\n|||', [{ table: [['', '']] }]],
  ['# 제목\n||', ['||']],
  ['# 제목\n| 가', ['| 가']],
  ['# 제목\n가 |', ['가 |']],
  ['# 제목\n- 나\n|가|\n- 다', [['나'], { table: [['가']] }, ['다']]],
  ['# 제목\n[책임자]\n|가|', [{ contact: true }, { table: [['가']] }]],
  ['# 제목\n문단\n|가|', ['문단', { table: [['가']] }]],
  ['# 제목\n[책임자].', ['[책임자].']],
  ['앞 문단\n#  제목 \n 문단 ', ['문단']],
  ['# 제목\n문단 # 아님', ['문단 # 아님']],
  ['# 제목\n- 가\r나', [['가\r나']]],
])('%j has one article of the parts %j', (text, parts) => {
  expect(parseLegal(text)).toEqual([{ title: '제목', parts }])
})

test('a text is written with a blank line between articles, and each part in lines of its own', () => {
  const parts = ['문단', ['하나', '둘'], { table: [['가', '나'], ['다']] }, { contact: true as const }]
  expect(
    formatLegalText([
      { title: '목적', parts },
      { title: '둘', parts: ['끝'] },
    ]),
  ).toBe('# 목적\n문단\n- 하나\n- 둘\n| 가 | 나 |\n| 다 |\n[책임자]\n\n# 둘\n끝')
  expect(parts.map(isListPart)).toEqual([false, true, false, false])
  expect(parts.map(isTablePart)).toEqual([false, false, true, false])
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
      expect(parseLegal(formatLegalText(articles))).toEqual(articles)
    }),
  )
})

test('a text begins with a title and leaves none empty', () => {
  expect(findLegalIssue(writtenText)).toBeNull()
  expect(findLegalIssue('\n \n #  하나\n문단')).toBeNull()
  for (const text of ['문단부터', '', '#제목', '# ', '문단 # 하나', '문단\n# 하나\n문단'])
    expect(findLegalIssue(text), text).toMatch(/제목/)
  expect(findLegalIssue('# 하나\n문단\n# 둘\n')).toBe('"둘"에 내용이 없어요')
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
    expect(hasFullNoticePeriod(service, now)).toBe(true)
    expect(hasFullNoticePeriod(service, at('2027-01-02T00:00:00'))).toBe(false)
    expect(hasFullNoticePeriod(privacy, at('2027-01-24T12:00:00'))).toBe(true)
    expect([earliestTermsDay('service', now), earliestTermsDay('privacy', now)]).toEqual(['2027-01-31', '2027-01-08'])
  })
})

test('a minute is that of Seoul', () => {
  expect(seoulMinute(Date.parse('2026-12-31T15:04:59Z'))).toBe('2027-01-01T00:04')
})

test.each(['2026-11-25T00:00', '2028-02-29T23:59', '2000-01-01T00:00'])('%s is a minute', (value) => {
  expect(isSeoulMinute(value)).toBe(true)
})

test.each([
  ...['', '내일', '2026-11-25', '2026-11-25T09:30:00', '2026-11-25T09:30Z', '2026-11-25 09:30', ' 2026-11-25T09:30'],
  ...['2027-02-29T09:30', '2026-11-25T24:00', '2026-11-25T09:60', '1999-12-31T23:59', '2026-1-5T09:30'],
])('%j is no minute', (value) => {
  expect(isSeoulMinute(value)).toBe(false)
})

test.each([
  ['2026-11-25T08:59:59', 'AHEAD', 'NOW', 'AHEAD', 'NOW'],
  ['2026-11-25T09:00:00', 'NOW', 'NOW', 'NOW', 'NOW'],
  ['2026-11-25T09:59:59', 'NOW', 'NOW', 'NOW', 'NOW'],
  ['2026-11-25T10:00:00', 'OVER', 'OVER', 'NOW', 'NOW'],
])('at %s a period from 9 to 10 is %s, one until 10 %s, one from 9 %s, one without limits %s', (when, ...states) => {
  const now = Date.parse(`${when}+09:00`)
  const periods = [
    ['2026-11-25T09:00', '2026-11-25T10:00'],
    ['', '2026-11-25T10:00'],
    ['2026-11-25T09:00', ''],
    ['', ''],
  ]
  expect(periods.map(([shownFrom = '', shownUntil = '']) => periodState({ shownFrom, shownUntil }, now))).toEqual(
    states,
  )
})

describe('whoever signs up', () => {
  const at = (seoul: string) => Date.parse(`${seoul}+09:00`)
  const version = (id: number, since: string, kind: TermsReference['kind'] = 'service') => ({ id, kind, since })
  const written = [version(3, '2026-12-01'), version(2, '2026-11-01'), version(4, '2026-11-10', 'privacy')]
  const inForce = (when: string) => termsInForce('service', written, at(when)).id

  test('agrees to the latest version that has taken effect, of this kind', () => {
    expect(inForce('2026-10-31T23:59:59')).toBe(BUILT_IN_TERMS_ID)
    expect(inForce('2026-11-01T00:00:00')).toBe(2)
    expect(inForce('2026-11-30T23:59:59')).toBe(2)
    expect(inForce('2026-12-01T00:00:00')).toBe(3)
    expect(termsInForce('privacy', written, at('2026-12-01T00:00:00')).id).toBe(4)
    expect(termsInForce('privacy', [], at('2026-12-01T00:00:00'))).toEqual({
      id: 0,
      kind: 'privacy',
      since: '2021-06-20',
    })
  })

  test('agrees to a written version of the day of the delivered one rather than to that', () => {
    expect(termsInForce('service', [version(9, '2021-06-20')], at('2026-12-01T00:00:00')).id).toBe(9)
  })

  test('may agree to the version of the day before, whose form was opened before midnight, and to no other', () => {
    const agreeable = (id: number, when: string) => findAgreeableTerms('service', id, written, at(when))?.id ?? null
    expect(agreeable(3, '2026-12-01T12:00:00')).toBe(3)
    expect(agreeable(2, '2026-12-01T23:59:59')).toBe(2)
    expect(agreeable(2, '2026-12-02T00:00:00')).toBeNull()
    expect(agreeable(3, '2026-11-30T23:59:59')).toBeNull()
    expect(agreeable(4, '2026-12-01T12:00:00')).toBeNull()
    expect(agreeable(BUILT_IN_TERMS_ID, '2026-10-01T00:00:00')).toBe(BUILT_IN_TERMS_ID)
  })
})

test('the guide’s picture needs a text that says what it shows', () => {
  const broken = (desktop: string, mobile: string, text: string) =>
    issuesByField(guideRules({ desktop, mobile, text })).map(({ path, message }) => `${path}: ${message}`)
  expect(broken('', '', '')).toEqual([])
  expect(broken('/a.png', '/b.png', '주소창의 링크를 복사하는 모습')).toEqual([])
  for (const [desktop, mobile] of [
    ['/a.png', ''],
    ['', '/b.png'],
  ] as const)
    expect(broken(desktop, mobile, '')).toEqual([expect.stringMatching(/^text: .*그림의 내용/)])
})
