import { formatCount } from '#lib/money/points.ts'
import type { AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { inDetail, orderedColumns, pointColumn } from '../list-columns.tsx'
import { shortMoment } from '../moments.ts'

/** `now` in milliseconds. */
export function autoOrderColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<AdminAutoOrderRow>[] {
  return [
    ...orderedColumns<AdminAutoOrderRow>('시작', now, hrefOfRow),
    {
      key: 'runs',
      head: '회차',
      cell: ({ completed, runs }) => `${formatCount(completed)}/${formatCount(runs)}`,
      align: 'right',
      className: inDetail,
      phone: 'line',
    },
    {
      key: 'next',
      head: '다음 회차',
      cell: ({ nextRunAt, heldAt }) =>
        nextRunAt && !heldAt ? <time title={seoulTime(nextRunAt)}>{shortMoment(nextRunAt, now)}</time> : '—',
      className: `${inDetail} whitespace-nowrap tabular-nums`,
      phone: 'line',
    },
    pointColumn(),
    { key: 'status', head: '상태', cell: AutoOrderStatusBadge, phone: 'badge' },
  ]
}
