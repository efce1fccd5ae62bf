import { formatCount } from '#lib/money/points.ts'
import type { AdminOrderRow } from '#lib/orders/schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { inDetail, orderedColumns, pointColumn } from '../list-columns.tsx'
import { OrderLink } from './order-link.tsx'

/** The amount, and what is left of it while that says anything: a column of its own would be cut off at 1280. */
function Quantity({ amount, remains }: Pick<AdminOrderRow, 'amount' | 'remains'>) {
  return (
    <>
      {formatCount(amount)}
      {remains > 0 && remains < amount && (
        <span className="block leading-[1.3] text-ink-3">{formatCount(remains)} 남음</span>
      )}
    </>
  )
}

/** `now` in milliseconds. */
export function orderColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<AdminOrderRow>[] {
  return [
    ...orderedColumns<AdminOrderRow>('시각', now, hrefOfRow),
    {
      key: 'link',
      head: '링크',
      cell: (row) => <OrderLink order={row} short />,
      className: `${inDetail} max-w-[88px] truncate`,
      phone: 'line',
    },
    {
      key: 'amount',
      head: '수량',
      cell: Quantity,
      align: 'right',
      className: inDetail,
      phone: 'line',
    },
    pointColumn(),
    {
      key: 'status',
      head: '상태',
      cell: ({ status }) => <OrderStatusBadge status={status} />,
      phone: 'badge',
    },
  ]
}
