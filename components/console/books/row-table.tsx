import Link from 'next/link'
import { bookWords, rowSideLabels } from '#lib/books/labels.ts'
import type { RowBehind } from '#lib/books/queries/rows-behind.ts'
import type { BookFaults } from '#lib/books/schema.ts'
import { hrefOf } from '../../ui/href.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'

type Kind = keyof BookFaults

/** Where the console shows such a row. */
function hrefOfRow(kind: Kind, { id, memberId }: RowBehind): string | null {
  if (kind === 'orders') return hrefOf('/admin/orders', { q: id })
  if (kind === 'autoOrders') return hrefOf('/admin/auto-orders', { q: id })
  if (!memberId) return null
  if (kind === 'charges') return hrefOf('/admin/charges', { status: 'all', q: memberId, id })
  return hrefOf('/admin/members', { q: memberId })
}

function NumberCell({ kind, row }: { readonly kind: Kind; readonly row: RowBehind }) {
  const href = hrefOfRow(kind, row)
  return href ? (
    <Link href={href} prefetch={false}>
      {row.id}
    </Link>
  ) : (
    row.id
  )
}

const columnsOf = (kind: Kind): readonly Column<RowBehind>[] => [
  {
    key: 'id',
    head: kind === 'balances' ? '회원번호' : '번호',
    cell: (row) => <NumberCell kind={kind} row={row} />,
    className: 'tabular-nums',
    phone: 'title',
  },
  { key: 'member', head: '회원', cell: ({ memberId }) => memberId ?? '—', phone: 'line' },
  { key: 'what', head: '어긋난 것', cell: ({ what }) => rowSideLabels[what], phone: 'badge' },
  { key: 'told', head: bookWords[kind].told, cell: ({ told }) => pointText(told), align: 'right', phone: 'detail' },
  { key: 'found', head: bookWords[kind].found, cell: ({ found }) => pointText(found), align: 'right', phone: 'amount' },
]

/** The rows that don't agree, each with what it says and what it must agree with. */
export function RowTable({ kind, rows }: { readonly kind: Kind; readonly rows: readonly RowBehind[] }) {
  return (
    <Table
      caption={`${bookWords[kind].title}: 어긋난 행`}
      dense
      columns={columnsOf(kind)}
      rows={rows}
      rowKey={(row) => row.id}
      empty={null}
    />
  )
}
