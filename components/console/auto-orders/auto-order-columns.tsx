import type { AdminAutoOrderRow } from '#lib/auto-orders/schema.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'

const inStory = 'max-wide:hidden'

/** `now` in milliseconds. */
export function autoOrderColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<AdminAutoOrderRow>[] {
  return [
    {
      key: 'id',
      head: '번호',
      cell: ({ id }) => <RowLink href={hrefOfRow(id)}>{id}</RowLink>,
      className: 'tabular-nums',
      phone: 'title',
    },
    {
      key: 'at',
      head: '시작',
      cell: ({ createdAt }) => <time title={seoulTime(createdAt)}>{shortMoment(createdAt, now)}</time>,
      className: `${inStory} whitespace-nowrap tabular-nums`,
      phone: 'line',
    },
    {
      key: 'member',
      head: '회원',
      cell: ({ memberId }) => <b className="font-semibold">{memberId}</b>,
      className: `${inStory} max-w-[100px] truncate`,
      phone: 'line',
    },
    {
      key: 'product',
      head: '상품',
      cell: ({ serviceText, memberId }) => (
        <>
          <span className="line-clamp-2 leading-[1.3]" title={serviceText}>
            {withoutFlags(serviceText, 'mobile')}
          </span>
          <span className="text-s text-ink-3 wide:hidden">{memberId}</span>
        </>
      ),
      className: 'wide:w-full wide:min-w-[104px]',
      phone: 'line',
    },
    {
      key: 'runs',
      head: '회차',
      cell: ({ completed, runs }) => `${formatCount(completed)}/${formatCount(runs)}`,
      align: 'right',
      className: inStory,
      phone: 'line',
    },
    {
      key: 'next',
      head: '다음 회차',
      cell: ({ nextRunAt, heldAt }) =>
        nextRunAt && !heldAt ? <time title={seoulTime(nextRunAt)}>{shortMoment(nextRunAt, now)}</time> : '—',
      className: `${inStory} whitespace-nowrap tabular-nums`,
      phone: 'line',
    },
    {
      key: 'point',
      head: '금액',
      cell: ({ point }) => <b className="font-semibold whitespace-nowrap">{pointText(point)}</b>,
      align: 'right',
      phone: 'amount',
    },
    { key: 'status', head: '상태', cell: AutoOrderStatusBadge, phone: 'badge' },
  ]
}
