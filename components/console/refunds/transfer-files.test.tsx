import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TransferFileRow } from '#lib/transfers/schema.ts'
import { TransferFiles } from './transfer-files.tsx'

const file = (id: number): TransferFileRow => ({
  id,
  bank: 'KB',
  count: 2,
  total: 30_000,
  createdAt: '2026-11-30T00:00:00.000Z',
  createdBy: 'manager',
  sent: 0,
  failed: 0,
})

test('the link and the button of each transfer file name the file', () => {
  const html = renderToStaticMarkup(<TransferFiles files={[file(4), file(3)]} />)
  expect([...html.matchAll(/aria-label="([^"]*번 [^"]*)"/g)].map(([, name]) => name)).toEqual([
    '국민은행 4번 내려받기',
    '국민은행 4번 결과 가져오기',
    '국민은행 3번 내려받기',
    '국민은행 3번 결과 가져오기',
  ])
})
