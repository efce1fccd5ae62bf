import Link from 'next/link'
import { formatCount, wonText } from '#lib/money/points.ts'
import { bulkTexts, lineNumberText, unknownServiceText } from '#lib/orders/bulk/labels.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'
import { type Column, Table } from '../ui/table.tsx'
import type { BulkOrderRow } from './bulk-rows.ts'

const linkClass = 'text-main-text no-underline hover:underline'

const commonColumns: readonly Column<BulkOrderRow>[] = [
  {
    key: 'line',
    head: '줄',
    phone: 'line',
    className: 'text-ink-3 tabular-nums',
    cell: ({ line, name, serviceId }) => (
      <>
        <span className="max-wide:hidden">{line}</span>
        {/* On phones the title of the card is the service; without a service, the line's number. */}
        {(name !== null || serviceId !== null) && <span className="wide:hidden">{lineNumberText(line)}</span>}
      </>
    ),
  },
  {
    key: 'name',
    head: '상품',
    phone: 'title',
    className: 'wide:min-w-40',
    cell: ({ name, serviceId, line }) =>
      name ?? (serviceId === null ? lineNumberText(line) : unknownServiceText(serviceId)),
  },
  { key: 'link', head: '링크', phone: 'noteLeft', breaks: true, cell: ({ link }) => link },
  {
    key: 'amount',
    head: '수량',
    align: 'right',
    phone: 'noteRight',
    cell: ({ amount }) => (amount === null ? '—' : formatCount(amount)),
  },
  {
    key: 'point',
    head: '금액',
    align: 'right',
    phone: 'amount',
    cell: ({ point }) => (point === null ? <span className="max-wide:hidden">—</span> : wonText(point)),
  },
]

const stateColumn = (done: string, failed: string, short: string): Column<BulkOrderRow> => ({
  key: 'state',
  head: '결과',
  phone: 'below',
  className: 'wide:min-w-40',
  cell: (row) => <RowState row={row} done={done} failed={row.isShort ? short : failed} />,
})

function RowState({
  row,
  done,
  failed,
}: {
  readonly row: BulkOrderRow
  readonly done: string
  readonly failed: string
}) {
  const { problem, needsDetails, serviceId, warning } = row
  if (problem === null)
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="good">{done}</Badge>
        {warning && <span className="text-s text-warn">{warning}</span>}
      </span>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="bad">{failed}</Badge>
      <span className="text-s text-bad">{needsDetails ? bulkTexts.needsDetails : problem}</span>
      {row.isShort && warning && <span className="text-s text-warn">{warning}</span>}
      {needsDetails && (
        <Link prefetch={false} href={`/order?service=${serviceId}`} className={cx(linkClass, 'text-s')}>
          {bulkTexts.orderScreen}
        </Link>
      )}
    </span>
  )
}

const previewColumns = [...commonColumns, stateColumn(bulkTexts.canOrder, bulkTexts.fixIt, bulkTexts.short)]

const orderColumn: Column<BulkOrderRow> = {
  key: 'order',
  head: '주문번호',
  phone: 'badge',
  className: 'tabular-nums',
  cell: ({ orderId }) =>
    orderId === null ? (
      ''
    ) : (
      <Link
        prefetch={false}
        href={`/order-history?order=${orderId}`}
        className={cx(linkClass, 'font-semibold whitespace-nowrap')}
      >
        {orderId}
      </Link>
    ),
}

const resultColumns = [
  orderColumn,
  ...commonColumns,
  stateColumn(bulkTexts.placed, bulkTexts.refused, bulkTexts.refused),
]

/** The lines of the list with their prices and problems. If `isPlaced`, also with the ids of the placed orders. */
export function BulkOrderTable({
  rows,
  isPlaced,
}: {
  readonly rows: readonly BulkOrderRow[]
  readonly isPlaced: boolean
}) {
  return (
    <Table
      caption={isPlaced ? bulkTexts.result : bulkTexts.preview}
      columns={isPlaced ? resultColumns : previewColumns}
      rows={rows}
      rowKey={({ line }) => line}
      empty={null}
    />
  )
}
