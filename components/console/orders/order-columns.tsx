import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import type { AdminOrderRow } from '#lib/orders/schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'
import { OrderLink } from './order-link.tsx'

const inStory = 'max-wide:hidden'

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
    {
      key: 'id',
      head: '번호',
      cell: ({ id }) => <RowLink href={hrefOfRow(id)}>{id}</RowLink>,
      className: 'tabular-nums',
      phone: 'title',
    },
    {
      key: 'at',
      head: '시각',
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
      key: 'link',
      head: '링크',
      cell: (row) => <OrderLink order={row} short />,
      className: `${inStory} max-w-[88px] truncate`,
      phone: 'line',
    },
    {
      key: 'amount',
      head: '수량',
      cell: Quantity,
      align: 'right',
      className: inStory,
      phone: 'line',
    },
    {
      key: 'point',
      head: '금액',
      cell: ({ point }) => <b className="font-semibold whitespace-nowrap">{pointText(point)}</b>,
      align: 'right',
      phone: 'amount',
    },
    {
      key: 'status',
      head: '상태',
      cell: ({ status }) => <OrderStatusBadge status={status} />,
      phone: 'badge',
    },
  ]
}
