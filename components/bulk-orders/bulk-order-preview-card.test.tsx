import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readBulkText } from '#lib/orders/bulk/rules.ts'
import { BulkOrderPreviewCard } from './bulk-order-preview-card.tsx'
import { previewRows } from './bulk-rows.ts'

const noPoints = { code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.', text: '팔로워', platformId: 1 }

/**
 * Renders the preview of two lines, together 12,345 points, that the server has refused because the balance is too low.
 */
function previewOf(balance: number, failure: string | null = null): string {
  const rows = previewRows(readBulkText('1|@a|10\n1|@b|20'), [
    { index: 0, ...noPoints, needsDetails: false, price: 12_000 },
    { index: 1, ...noPoints, needsDetails: false, price: 345 },
  ])
  return renderToStaticMarkup(
    <BulkOrderPreviewCard preview={{ rows, point: 0, balance }} failure={failure} busy={false} onPlace={() => {}} />,
  )
}

test('with too few points the preview shows prices, sum and shortage, and links to a charge of exactly what is missing', () => {
  const html = previewOf(345)
  expect(html).toContain(
    '문제없는 줄을 모두 주문하려면 12,345원이 필요해요. 지금 잔액은 345원이라 12,000원이 모자라요.',
  )
  expect(html).toContain('href="/point?amount=12000"')
  expect(html).toContain('12,000원 충전하고 주문하기')
  expect(html).toContain('잔액이 모자라 지금 주문할 수 있는 줄이 없어요.')
  expect(html).toContain('잔액 부족')
  expect(html).not.toContain('고쳐 주세요')
})

test('why the orders weren’t placed stands above the button that was pressed, and is announced', () => {
  expect(previewOf(345)).not.toContain('role="alert"')
  expect(previewOf(345, '주문에 실패했습니다.')).toMatch(/<p role="alert"[^>]*>주문에 실패했습니다\.<\/p>/)
})
