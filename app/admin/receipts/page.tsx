import type { Metadata } from 'next'
import { type ListPlace, listState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListPages, ListTools } from '#components/console/list-tools.tsx'
import { ReceiptList } from '#components/console/receipts/receipt-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import {
  type ReceiptStatus,
  receiptKindLabels,
  receiptKinds,
  receiptStatuses,
  receiptStatusLabels,
} from '#lib/receipts/labels.ts'
import { openReceipts, receiptsForStaff } from '#lib/receipts/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '영수증' }

const filter = { name: 'kind', values: receiptKinds.map(String) }
const statuses = receiptStatuses
const place: ListPlace<ReceiptStatus> = { path: '/admin/receipts', statuses, preset: 'REQUESTED', filter }
const chips = [
  ...receiptStatuses.map((status) => ({ status, label: receiptStatusLabels[status] })),
  { status: undefined, label: '전체' },
]
const kinds = receiptKinds.map((kind) => ({ filter: String(kind), label: receiptKindLabels[kind] }))
const filters = { label: '종류', chips: [{ filter: undefined, label: '모두' }, ...kinds] }
const SIZE = 50

export default async function ReceiptsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = listState(await searchParams, place)
  const kind = state.filter === undefined ? undefined : Number(state.filter)
  const [list, open] = await Promise.all([receiptsForStaff(db(), { ...state, kind, size: SIZE }), openReceipts(db())])
  return (
    <>
      <PageTitle
        title="영수증"
        hint={`발행 대기 ${formatCount(open.count)}건`}
        actions={<ExportLink call="/api/admin/receipts" {...{ place, state }} />}
      />
      <ListTools {...{ place, state, chips, filters }} search="회원, 입금자명, 상호, 사업자번호, 금액" />
      <ReceiptList
        key={`${state.status} ${state.filter} ${state.cursor} ${state.q}`}
        rows={list.rows}
        now={clock.now().getTime()}
        {...{ place, state }}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListPages place={place} state={state} shown={list.rows.length} total={list.total} nextCursor={list.nextCursor} />
    </>
  )
}
