import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BonusOffers } from './bonus-offers.tsx'

const offer = { id: 1, name: '가을', endsAt: '2026-11-30T14:59:00.000Z', minCharge: 0, left: 100_000, once: false }

test('the text of a bonus has the Korean particle that fits the amount', () => {
  const textOf = (terms: { percent: number | null; point: number | null; maxPoint: number | null }) =>
    renderToStaticMarkup(<BonusOffers offers={[{ ...offer, ...terms }]} />)
  expect(textOf({ percent: 300, point: null, maxPoint: null })).toContain('충전할 때 3%를 더 드려요')
  expect(textOf({ percent: 1_250, point: null, maxPoint: 50_000 })).toContain('최대 50,000원을 더 드려요')
  expect(textOf({ percent: null, point: 1_000, maxPoint: null })).toContain('1,000원을 더 드려요')
})
