import { webhookDeliveryTexts } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryRow } from '#lib/webhooks/schema.ts'
import { EmptyListForGuest } from '../orders/empty-list-for-guest.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DeliveryDetailButton } from './delivery-detail.tsx'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { attemptResultText, deliveryContentText, durationText } from './delivery-text.ts'

const deliveryColumns: readonly Column<WebhookDeliveryRow>[] = [
  {
    key: 'event',
    head: '이벤트',
    phone: 'title',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {deliveryContentText(row)}
        <code className="font-mono text-s font-normal text-ink-3">{row.event}</code>
      </span>
    ),
  },
  { key: 'order', head: '주문번호', phone: 'noteRight', cell: (row) => row.orderId ?? '–' },
  { key: 'createdAt', head: '시각', phone: 'noteLeft', cell: (row) => <Moment at={row.createdAt} /> },
  { key: 'state', head: '상태', phone: 'badge', cell: (row) => <DeliveryStateBadge state={row.state} /> },
  { key: 'answer', head: '응답', phone: 'line', cell: (row) => attemptResultText(row) ?? '보내기 전' },
  {
    key: 'attempts',
    head: '시도',
    align: 'right',
    phone: 'below',
    className: 'max-wide:text-left',
    cell: (row) => <Attempts row={row} />,
  },
  { key: 'open', head: '내용', align: 'right', phone: 'amount', cell: (row) => <DeliveryDetailButton id={row.id} /> },
]

const Attempts = ({ row: { attempts, duration } }: { readonly row: WebhookDeliveryRow }) => (
  <span className="text-s text-ink-3">
    {attempts}번{duration === null ? '' : ` · ${durationText(duration)}`}
  </span>
)

interface DeliveryTableProps {
  readonly rows: readonly WebhookDeliveryRow[]
  /** Whether the viewer is a guest, who has no deliveries. */
  readonly isGuest: boolean
  /** Whether the rows are filtered. This changes the text shown without rows. */
  readonly isFiltered: boolean
}

/** Table with one page of a member's webhook deliveries. */
export function DeliveryTable({ rows, isGuest, isFiltered }: DeliveryTableProps) {
  const { guestTitle, guestHint, none, noneHint, noneFound, showAll, title } = webhookDeliveryTexts
  const emptyForMember = isFiltered ? (
    <EmptyState title={noneFound} action={<ButtonLink href="/account/webhooks">{showAll}</ButtonLink>} />
  ) : (
    <EmptyState title={none} hint={noneHint} />
  )
  const empty = isGuest ? (
    <EmptyListForGuest title={guestTitle} hint={guestHint} path="/account/webhooks" />
  ) : (
    emptyForMember
  )
  return <Table caption={title} columns={deliveryColumns} rows={rows} rowKey={(row) => row.id} empty={empty} />
}
