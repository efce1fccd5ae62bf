import { type RefundStatus, refundStatusLabels } from '#lib/charges/labels.ts'
import type { AdminRefundRow } from '#lib/charges/schema.ts'
import { refundTones } from '../../charges/refund-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { wonText } from '../amounts.ts'
import { askerColumn, inDetail, madeColumn } from '../list-columns.tsx'
import { RowLink } from '../row-link.tsx'

export function RefundBadge({ status }: { readonly status: number }) {
  return <Badge tone={refundTones[status as RefundStatus]}>{refundStatusLabels[status as RefundStatus]}</Badge>
}

/** `now` in milliseconds. */
export function refundColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<AdminRefundRow>[] {
  return [
    madeColumn('신청 시각', now),
    askerColumn(now, 'wide:max-w-[140px] wide:truncate'),
    {
      key: 'name',
      head: '예금주',
      cell: ({ id, name }) => <RowLink href={hrefOfRow(id)}>{name}</RowLink>,
      className: 'wide:max-w-[160px] wide:truncate',
      phone: 'title',
    },
    {
      key: 'amount',
      head: '환불 금액',
      cell: ({ point }) => <b className="font-semibold whitespace-nowrap">{wonText(point)}</b>,
      align: 'right',
      phone: 'amount',
    },
    {
      key: 'account',
      head: '받을 계좌',
      cell: ({ bank, account }) => `${bank} ${account}`,
      className: `${inDetail} tabular-nums`,
      phone: 'line',
    },
    { key: 'status', head: '상태', cell: ({ status }) => <RefundBadge status={status} />, phone: 'badge' },
  ]
}
