import { bookLabels, rowSideLabels } from '#lib/books/labels.ts'
import type { RowBehind } from '#lib/books/queries/rows-behind.ts'
import type { BookFaults } from '#lib/books/schema.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'
import { column } from '../list-columns.tsx'
import { PageLink } from '../page-link.tsx'

type Kind = keyof BookFaults

type Place = { readonly path: string; readonly query: Readonly<Record<string, string | number>> }

/** Where the console shows such a row. */
function placeOf(kind: Kind, { id, memberId }: RowBehind): Place | null {
  if (kind === 'orders') return { path: '/admin/orders', query: { q: id } }
  if (kind === 'autoOrders') return { path: '/admin/auto-orders', query: { q: id } }
  if (!memberId) return null
  if (kind === 'charges' || kind === 'debts' || kind === 'rewards')
    return { path: '/admin/charges', query: { status: 'all', q: memberId, id } }
  return { path: '/admin/members', query: { q: memberId } }
}

function NumberCell({ kind, row }: { readonly kind: Kind; readonly row: RowBehind }) {
  const place = placeOf(kind, row)
  return place ? <PageLink {...place}>{row.id}</PageLink> : row.id
}

/** What the number is of, where it isn't the row's own. */
const numberHeads: Readonly<Partial<Record<Kind, string>>> = {
  balances: '회원번호',
  debts: '충전번호',
  rewards: '충전번호',
}

const columnsOf = (kind: Kind): readonly Column<RowBehind>[] => [
  {
    key: 'id',
    head: numberHeads[kind] ?? '번호',
    cell: (row) => <NumberCell kind={kind} row={row} />,
    className: 'tabular-nums',
    phone: 'title',
  },
  column('회원', ({ memberId }) => memberId ?? '—', 'line'),
  column('어긋난 것', ({ what }) => rowSideLabels[what], 'badge'),
  { key: 'told', head: bookLabels[kind].told, cell: ({ told }) => pointText(told), align: 'right', phone: 'detail' },
  {
    key: 'found',
    head: bookLabels[kind].found,
    cell: ({ found }) => pointText(found),
    align: 'right',
    phone: 'amount',
  },
]

/** The rows that don't agree, each with what it says and what it must agree with. */
export function RowTable({ kind, rows }: { readonly kind: Kind; readonly rows: readonly RowBehind[] }) {
  return (
    <Table
      caption={`${bookLabels[kind].title}: 어긋난 행`}
      dense
      columns={columnsOf(kind)}
      rows={rows}
      rowKey={(row) => row.id}
      empty={null}
    />
  )
}
