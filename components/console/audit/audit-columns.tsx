import { actionText, subjectText } from '#lib/audit/labels.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'

/** `touched` are the rows that the last proof of the books found not as they were written; `now` in milliseconds. */
export function auditColumns(
  now: number,
  touched: readonly number[],
  hrefOfRow: (id: number) => string,
): readonly Column<AuditRow>[] {
  return [
    {
      key: 'at',
      head: '시각',
      cell: ({ at }) => <time title={seoulTime(at)}>{shortMoment(at, now)}</time>,
      className: 'whitespace-nowrap tabular-nums text-ink-3',
      phone: 'amount',
    },
    { key: 'actor', head: '운영자', cell: ({ actorId, actorNo }) => actorId ?? actorNo ?? '작업자', phone: 'line' },
    {
      key: 'action',
      head: '한 일',
      cell: ({ id, action }) => <RowLink href={hrefOfRow(id)}>{actionText(action)}</RowLink>,
      className: 'whitespace-nowrap font-semibold',
      phone: 'title',
    },
    {
      key: 'subject',
      head: '대상',
      cell: ({ subjectType, subjectId }) => subjectText(subjectType, subjectId),
      className: 'tabular-nums text-ink-2 wide:max-w-[180px] wide:truncate',
      phone: 'detail',
    },
    {
      key: 'reason',
      head: '사유',
      cell: ({ reason }) => reason ?? '',
      className: 'text-ink-2 wide:max-w-[220px] wide:truncate',
      phone: 'detail',
    },
    {
      key: 'place',
      head: '사슬',
      cell: ({ id, seq }) =>
        touched.includes(id) || seq === null ? (
          <Badge tone="bad">손댄 흔적</Badge>
        ) : (
          <span className="text-ink-3">{seq}</span>
        ),
      align: 'right',
      phone: 'badge',
    },
  ]
}
