import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ColumnMapRow } from '#lib/deposits/bank-files/schema.ts'
import { ColumnMaps } from './column-maps.tsx'

const map = (id: number, name: string): ColumnMapRow => ({
  id,
  headings: [name, '금액'],
  columns: ['name', 'amount'],
  madeBy: 'manager',
  confirmedBy: null,
  createdAt: '2026-11-30T00:00:00.000Z',
  isUsable: true,
})

test('the button that deletes remembered columns names them', () => {
  const html = renderToStaticMarkup(
    <AppRouterContext.Provider value={{ refresh: () => {} } as never}>
      <ColumnMaps maps={[map(1, '보낸분'), map(2, '적요')]} onForgotten={() => {}} />
    </AppRouterContext.Provider>,
  )
  expect([...html.matchAll(/aria-label="([^"]*삭제)"/g)].map(([, name]) => name)).toEqual([
    '보낸분 → 입금자명, 금액 → 입금액 삭제',
    '적요 → 입금자명, 금액 → 입금액 삭제',
  ])
})
