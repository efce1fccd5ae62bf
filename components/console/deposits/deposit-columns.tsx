import type { DepositRow } from '#lib/deposits/schema.ts'
import type { Column } from '../../ui/table.tsx'
import { column, sortableColumn, titleColumn, wonColumn } from '../list-columns.tsx'
import { bankTimeText, DepositBadge, shortBankTimeText } from './deposit-facts.tsx'

/** Columns of the list of deposits. `now` is in milliseconds; a time of the same day is shown without its date. */
export const depositColumnsAt = (now: number): readonly Column<DepositRow>[] => [
  sortableColumn(
    'at',
    column(
      '입금 일시',
      (row) => <time title={bankTimeText(row)}>{shortBankTimeText(row, now)}</time>,
      'line',
      'whitespace-nowrap tabular-nums',
    ),
  ),
  titleColumn(
    '입금자명',
    ({ name }) => name,
    // Used instead of the class `truncate`, which hides the overflow: the cell would scroll sideways when the link in
    // it is focused.
    'wide:max-w-[200px] wide:overflow-clip wide:text-ellipsis wide:whitespace-nowrap',
  ),
  sortableColumn(
    'amount',
    wonColumn('입금액', ({ amount }) => amount),
  ),
  column(
    '회원',
    ({ memberId, chargeIds }) => memberId ?? (chargeIds.length > 1 ? `충전 ${chargeIds.length}건` : '—'),
    'detail',
    'max-wide:hidden wide:max-w-[140px] wide:truncate',
  ),
  column('상태', DepositBadge, 'badge'),
]
