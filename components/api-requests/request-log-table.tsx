import type { ReactNode } from 'react'
import { apiKeyTexts } from '#lib/api-keys/labels.ts'
import { requestLogTexts as texts } from '#lib/api-requests/labels.ts'
import type { ApiRequestRow } from '#lib/api-requests/schema.ts'
import { EmptyListForGuest } from '../orders/empty-list-for-guest.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { durationText } from '../webhooks/delivery-text.ts'
import { ApiRequestDetailButton } from './api-request-detail.tsx'
import { REQUEST_LOG_PATH } from './request-path.ts'

/** Name of the key with which a call was made. */
export const apiKeyNameOf = ({ keyName }: Pick<ApiRequestRow, 'keyName'>): string =>
  keyName === null ? texts.deletedKey : keyName || apiKeyTexts.first

const RequestBadge = ({ row: { errorCode } }: { readonly row: ApiRequestRow }) => (
  <Badge tone={errorCode === null ? 'good' : 'bad'}>{errorCode === null ? texts.done : texts.refused}</Badge>
)

const requestColumns: readonly Column<ApiRequestRow>[] = [
  {
    key: 'call',
    head: texts.call,
    phone: 'title',
    cell: (row) => <code className="font-mono text-s break-words">{row.call}</code>,
  },
  {
    key: 'at',
    head: texts.at,
    phone: 'noteLeft',
    className: 'wide:whitespace-nowrap',
    cell: (row) => <Moment at={row.at} />,
  },
  { key: 'result', head: texts.result, phone: 'badge', cell: (row) => <RequestBadge row={row} /> },
  {
    key: 'error',
    head: texts.message,
    phone: 'line',
    className: 'wide:min-w-48',
    cell: (row) => row.error ?? (row.orderId === null ? '' : `${texts.order} ${row.orderId}`),
  },
  {
    key: 'duration',
    head: texts.duration,
    align: 'right',
    phone: 'noteRight',
    cell: (row) => durationText(row.duration),
  },
  { key: 'key', head: texts.key, phone: 'noteLine', className: 'wide:min-w-24', cell: apiKeyNameOf },
  {
    key: 'open',
    head: texts.more,
    align: 'right',
    phone: 'amount',
    cell: (row) => <ApiRequestDetailButton row={row} keyName={apiKeyNameOf(row)} />,
  },
]

interface RequestLogTableProps {
  readonly rows: readonly ApiRequestRow[]
  /** Whether the viewer is a guest, who has no calls. */
  readonly guest: boolean
  /** Whether the rows are filtered. This changes the text shown without rows. */
  readonly filtered: boolean
}

/** Table with one page of the calls that a member made with his API keys. */
export function RequestLogTable({ rows, guest, filtered }: RequestLogTableProps) {
  const emptyForMember = filtered ? (
    <EmptyState title={texts.noneFound} action={<ButtonLink href={REQUEST_LOG_PATH}>{texts.reset}</ButtonLink>} />
  ) : (
    <EmptyState title={texts.none} hint={texts.noneHint} />
  )
  const empty = guest ? (
    <EmptyListForGuest title={texts.guestTitle} hint={texts.guestHint} path={REQUEST_LOG_PATH} />
  ) : (
    emptyForMember
  )
  return <RequestLogRows rows={rows} empty={empty} />
}

/** Table of calls. Shows `empty` instead if there are no rows. */
export function RequestLogRows({
  rows,
  empty,
}: {
  readonly rows: readonly ApiRequestRow[]
  readonly empty: ReactNode
}) {
  return <Table caption={texts.title} columns={requestColumns} rows={rows} rowKey={(row) => row.id} empty={empty} />
}
