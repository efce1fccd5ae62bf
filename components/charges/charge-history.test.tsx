import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChargeHistory } from './charge-history.tsx'
import { parseChargeHistoryState } from './charge-history-state.ts'

const linksOf = (query: Record<string, string | string[]>): string[] => {
  const state = parseChargeHistoryState(query)
  const html = renderToStaticMarkup(<ChargeHistory rows={[]} total={25} state={state} query={query} now={0} />)
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
