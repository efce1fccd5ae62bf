import { type ReceiptStatus, receiptStatusLabels } from '#lib/receipts/labels.ts'
import type { ReceiptRow } from '#lib/receipts/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { wonText } from '../amounts.ts'
import { madeColumn } from '../list-columns.tsx'
import { RowLink } from '../row-link.tsx'
import { kindText, payeeOf, receiptTones } from './receipt-text.ts'

type Standing = { readonly status: ReceiptStatus; readonly reversedAt: string | null }

/** A charge that was taken back is said before all else: nothing may be issued for it. */
export function ReceiptBadge({ status, reversedAt }: Standing) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {reversedAt && <Badge tone="bad">승인 취소됨</Badge>}
      <Badge tone={receiptTones[status]}>{receiptStatusLabels[status]}</Badge>
    </span>
  )
}

/** `now` in milliseconds. */
export function receiptColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<ReceiptRow>[] {
  return [
    madeColumn('요청 시각', now),
    {
      key: 'kind',
      head: '종류',
      cell: ({ feeType, memberId }) => (
        <>
          {kindText(feeType)}
          <span className="text-s text-ink-3 wide:hidden"> · {memberId}</span>
        </>
      ),
      className: 'whitespace-nowrap',
      phone: 'line',
    },
    {
      key: 'payee',
      head: '받는 곳',
      cell: (row) => <RowLink href={hrefOfRow(row.id)}>{payeeOf(row)}</RowLink>,
      className: 'wide:max-w-[180px] wide:truncate',
      phone: 'title',
    },
    {
      key: 'member',
      head: '회원',
      cell: ({ memberId }) => memberId,
      className: 'max-wide:hidden wide:max-w-[120px] wide:truncate',
    },
    {
      key: 'amount',
      head: '합계 금액',
      cell: ({ payAmount }) => <b className="font-semibold whitespace-nowrap">{wonText(payAmount)}</b>,
      align: 'right',
      phone: 'amount',
    },
    { key: 'status', head: '상태', cell: (row) => <ReceiptBadge {...row} />, phone: 'badge' },
  ]
}
