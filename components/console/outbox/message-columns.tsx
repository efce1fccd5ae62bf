import { channelLabels, type MessageStatus, messageStatusLabels } from '#lib/messages/labels.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'
import { messageTones } from './message-text.ts'

export function MessageBadge({ status }: { readonly status: MessageStatus }) {
  return <Badge tone={messageTones[status]}>{messageStatusLabels[status]}</Badge>
}

/** `now` in milliseconds. */
export function messageColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<AdminMessageRow>[] {
  return [
    {
      key: 'at',
      head: '시각',
      cell: ({ createdAt }) => <time title={seoulTime(createdAt)}>{shortMoment(createdAt, now)}</time>,
      className: 'whitespace-nowrap tabular-nums text-ink-3',
      phone: 'amount',
    },
    {
      key: 'channel',
      head: '종류',
      cell: ({ channel }) => channelLabels[channel],
      className: 'max-wide:hidden',
      phone: 'line',
    },
    {
      key: 'to',
      head: '받는 이',
      cell: ({ id, to }) => <RowLink href={hrefOfRow(id)}>{to}</RowLink>,
      className: 'wide:max-w-[240px] wide:truncate max-wide:wrap-anywhere',
      phone: 'title',
    },
    {
      key: 'subject',
      head: '제목',
      cell: ({ subject }) => subject,
      className: 'wide:max-w-[280px] wide:truncate',
      phone: 'line',
    },
    { key: 'status', head: '상태', cell: ({ status }) => <MessageBadge status={status} />, phone: 'badge' },
  ]
}
