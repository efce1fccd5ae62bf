import type { DepositRow } from '#lib/deposits/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { wonText } from '../amounts.ts'
import { RowLink } from '../row-link.tsx'
import { bankTime, depositWord, shortBankTime } from './deposit-text.ts'

export function DepositBadge({ deposit }: { readonly deposit: Pick<DepositRow, 'status' | 'reason'> }) {
  const [text, tone] = depositWord(deposit)
  return <Badge tone={tone}>{text}</Badge>
}

/** `now` in milliseconds. */
export function depositColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<DepositRow>[] {
  return [
    {
      key: 'at',
      head: '입금 일시',
      cell: (row) => <time title={bankTime(row)}>{shortBankTime(row, now)}</time>,
      className: 'whitespace-nowrap tabular-nums',
      phone: 'line',
    },
    {
      key: 'name',
      head: '입금자명',
      cell: ({ id, name }) => <RowLink href={hrefOfRow(id)}>{name}</RowLink>,
      className: 'wide:max-w-[200px] wide:truncate',
      phone: 'title',
    },
    {
      key: 'amount',
      head: '입금액',
      cell: ({ amount }) => <b className="font-semibold whitespace-nowrap">{wonText(amount)}</b>,
      align: 'right',
      phone: 'amount',
    },
    {
      key: 'member',
      head: '회원',
      cell: ({ memberId, chargeIds }) => memberId ?? (chargeIds.length > 1 ? `충전 ${chargeIds.length}건` : '—'),
      className: 'max-wide:hidden wide:max-w-[140px] wide:truncate',
    },
    { key: 'status', head: '상태', cell: (row) => <DepositBadge deposit={row} />, phone: 'badge' },
  ]
}
