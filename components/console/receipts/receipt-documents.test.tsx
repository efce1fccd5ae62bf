import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReceiptDocument } from '#lib/receipts/schema.ts'
import { ReceiptDocuments } from './receipt-documents.tsx'

const document = (id: number, kind: ReceiptDocument['kind'], amount: number): ReceiptDocument => ({
  id,
  kind,
  state: 'ISSUED',
  amount,
  number: `number-${id}`,
  error: null,
  isSent: true,
  createdAt: '2026-11-30T00:00:00.000Z',
  issuedAt: '2026-11-30T00:00:00.000Z',
})

test('each button says by its name to which document of the receipt it belongs', () => {
  const documents = [document(1, 'ISSUE', 330_000), document(2, 'CORRECTION', 50_000)]
  const html = renderToStaticMarkup(
    <ReceiptDocuments documents={documents} page={null} onView={() => {}} busy={false} />,
  )
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    '승인번호 복사, 발행 330,000원',
    '영수증 보기, 발행 330,000원',
    '승인번호 복사, 취소 발행 50,000원',
    '영수증 보기, 취소 발행 50,000원',
  ])
})
