import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Column, Table } from './table.tsx'

test('a column that is hidden at some widths is hidden with its head, so that no cell stands below another’s', () => {
  const columns: Column<{ id: number }>[] = [
    { key: 'id', head: '번호', cell: ({ id }) => id },
    { key: 'link', head: '링크', cell: () => 'https://a.example', hiddenClass: 'max-[1439px]:hidden' },
  ]
  const table = renderToStaticMarkup(
    <Table caption="주문" columns={columns} rows={[{ id: 1 }]} rowKey={({ id }) => id} empty={null} />,
  )
  const hidden = (tag: string) =>
    [...table.matchAll(new RegExp(`<${tag}( [^>]*)?>`, 'g'))].map(([head]) => head.includes('max-[1439px]:hidden'))
  expect(hidden('th')).toEqual([false, true])
  expect(hidden('td').filter(Boolean)).toHaveLength(1)
})
