import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { legalLimitTexts, meterKeys, meterTexts } from '#lib/legal-limits/labels.ts'
import type { Meter } from '#lib/legal-limits/queries/meters.ts'
import { BALANCE_LIMIT, YEARLY_ISSUE_LIMIT } from '#lib/legal-limits/rules.ts'
import { LegalLimits } from './legal-limits.tsx'

const waiting = { is: 'DEADLINES', open: 3, near: 1, over: 0, firstDue: new Date('2026-11-25T15:00:00Z') } as const

const meters: Meter[] = [
  { key: 'BALANCE_AVERAGE', is: 'AMOUNT', value: null, limit: BALANCE_LIMIT, percent: null },
  { key: 'BALANCE_NOW', is: 'AMOUNT', value: 250_000_000_099n, limit: BALANCE_LIMIT, percent: 83 },
  {
    key: 'ISSUED_THIS_YEAR',
    is: 'AMOUNT',
    value: 6_000_000_000_000n,
    paid: 5n,
    free: 0n,
    limit: YEARLY_ISSUE_LIMIT,
    percent: 120,
  },
  { key: 'ISSUED_LAST_YEAR', is: 'AMOUNT', value: 0n, paid: 0n, free: 0n, limit: YEARLY_ISSUE_LIMIT, percent: 0 },
  { key: 'CASH_RECEIPTS', ...waiting, percent: 85 },
  { key: 'TAX_INVOICES', ...waiting, open: 0, near: 0, firstDue: null, percent: 0 },
  { key: 'REFUNDS', ...waiting, percent: 999, over: 2 },
  { key: 'RETENTION', is: 'DELETION', last: null, percent: null },
]

const pageFor = (isOwner: boolean): string =>
  renderToStaticMarkup(
    <LegalLimits {...{ meters, isOwner }} quarters={[{ day: '2026-09-30', balance: 100n }]} now={new Date()} />,
  )

/** HTML of the card of a meter (a figure that a law limits), from its title to the next card. */
const cardOf = (html: string, label: string): string =>
  html.split(`aria-label="${label}"`)[1]?.split('<section')[0] ?? ''

test('every figure has its limit and the law that says so, and the page says that it is no legal advice', () => {
  const html = pageFor(true)
  expect(meters.map(({ key }) => key)).toEqual([...meterKeys])
  expect(html).toContain(legalLimitTexts.noAdvice)
  expect(legalLimitTexts.noAdvice).toMatch(/^법률 자문이 아니에요\. /)
  for (const key of meterKeys) {
    const card = cardOf(html, meterTexts[key].label)
    expect(card, key).toContain(meterTexts[key].rule)
    expect(card, key).toContain(meterTexts[key].limit)
    expect(meterTexts[key].rule, key).toMatch(/(법|지침|규정).* 제\d+조/)
  }
})

test('a figure says where it stands by a word, and leads to its rows', () => {
  const html = pageFor(true)
  const stands = meterKeys.map((key) => />(여유|주의|넘음|아직 없음)</.exec(cardOf(html, meterTexts[key].label))?.[1])
  expect(stands).toEqual(['아직 없음', '주의', '넘음', '여유', '주의', '여유', '넘음', '아직 없음'])
  expect(cardOf(html, '지금 발행잔액')).toContain('2,500,000,000원')
  expect(cardOf(html, '현금영수증 발행')).toContain('href="/admin/receipts?kind=0"')
  expect(cardOf(html, '현금영수증 발행')).toContain('임박 1건 · 지남 0건')
  // The cash receipt is due when the 26th begins in Seoul.
  expect(cardOf(html, '현금영수증 발행')).toContain('가장 빠른 기한 2026-11-25까지')
  expect(cardOf(html, '세금계산서 발행')).not.toContain('임박')
})

test('only an OWNER, who may read the retained records, gets the link to them', () => {
  expect(pageFor(true)).toContain('/admin/retained-records')
  expect(pageFor(false)).not.toContain('/admin/retained-records')
})
