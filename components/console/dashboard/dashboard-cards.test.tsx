import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WaitingCard } from './dashboard-cards.tsx'

test('no filed task beside a waiting charge is not named as nothing to do', () => {
  const counts = { tasks: 0, charges: 1, deposits: 0, refunds: 0, receipts: 0, orders: 0, requests: 0, questions: 0 }
  const card = renderToStaticMarkup(<WaitingCard counts={counts} held={0} unsent={0} />)
  const labels = [...card.matchAll(/<span[^>]*text-ink-2[^>]*>([^<]*)</g)].map(([, label]) => label)
  expect(labels.slice(0, 2)).toEqual(['올라온 할 일', '충전 대기'])
})
