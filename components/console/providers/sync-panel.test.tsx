import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImplausibleMarginNotice } from './sync-panel.tsx'

const side = { isReadOnly: false, min: 10, max: 100, point: 98, cost: 58.8 }
const effectAt = (cost: number) => ({
  serviceId: 1,
  remoteId: '1',
  rule: 'FREEZE' as const,
  gone: false,
  before: side,
  after: { ...side, cost },
})

test('a sync warns of costs that would mean a mark-up of more than 10,000%, before it is applied', () => {
  const shown = (...costs: number[]) => renderToStaticMarkup(<ImplausibleMarginNotice effects={costs.map(effectAt)} />)
  expect(shown(58.8, 0.98)).toBe('')
  expect(shown(58.8, 0.001, 0.0005)).toContain('10,000%를 넘는 상품이 2개 있어요.')
})
