import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { ChargeHistory } from './charge-history.tsx'
import { parseChargeHistoryState } from './charge-history-state.ts'

const linksOf = (query: Record<string, string | string[]>): string[] => {
  const state = parseChargeHistoryState(query)
  const html = renderToStaticMarkup(
    <ChargeHistory rows={[]} total={25} state={state} query={query} now={0} failedReceipts={[]} />,
  )
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

test('filters and pages of the history leave what stands above it: the account of a charge, an amount, a payment', () => {
  for (const above of ['charge=12', 'amount=3300', 'paymentId=payment-1&by=CARD']) {
    const links = linksOf(Object.fromEntries(new URLSearchParams(above)))
    expect(links.length).toBeGreaterThan(5)
    for (const href of links) expect(href).toContain(above)
  }
  expect(linksOf({ status: '1', page: '2', charge: ['1', '2'], next: 'x' }).join()).not.toMatch(/charge|next/)
})

test('an empty history doesn’t ask for a form above it, which a shop without an account to transfer to lacks', () => {
  const html = renderToStaticMarkup(
    <ChargeHistory rows={[]} total={0} state={parseChargeHistoryState({})} query={{}} now={0} failedReceipts={[]} />,
  )
  expect(html).toContain('충전을 신청하면 여기에 보여요.')
  expect(html).not.toContain('위에서')
})

const charge: ChargeRow = {
  ...{ id: 42, name: '홍길동', point: 10_000, payAmount: 11_000, feeType: 1, status: 1, outcome: 'APPROVED' },
  ...{ reversed: null, reversedAt: null, debtPaid: 0 },
  createdAt: '2026-11-29T00:00:00.000Z',
  expiresAt: '2026-11-29T03:00:00.000Z',
  responseAt: '2026-11-29T01:00:00.000Z',
}

/** HTML of the history of two charges. */
const historyWith = (failedReceipts: readonly number[]) =>
  renderToStaticMarkup(
    <ChargeHistory
      rows={[charge, { ...charge, id: 43 }]}
      total={2}
      state={parseChargeHistoryState({})}
      query={{}}
      now={Date.parse('2026-11-29T02:00:00.000Z')}
      failedReceipts={failedReceipts}
    />,
  )

test('the row of a charge whose receipt couldn’t be issued says so, and leads to a question about this charge', () => {
  const html = historyWith([42])
  // Once in the row of a wide screen, once on the card of a phone.
  expect(html.match(/발행하지 못했어요\./g)).toHaveLength(2)
  expect(html.match(/aria-label="문의, 충전 42번의 증빙"[^>]*href="\/questions\?charge=42"/g)).toHaveLength(2)
  expect(historyWith([])).not.toContain('발행하지 못했어요')
})
