import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { ReceiptList } from '#components/console/receipts/receipt-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import {
  openDocumentFilterTexts,
  openDocumentStates,
  type ReceiptStatus,
  receiptKindLabels,
  receiptKinds,
  receiptStatuses,
  receiptStatusLabels,
} from '#lib/receipts/labels.ts'
import { countOpenReceipts, hasReceiptDocuments, receiptsForStaff } from '#lib/receipts/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '영수증' }

const receiptsListUrl: ListUrl<ReceiptStatus> = {
  path: '/admin/receipts',
  statuses: receiptStatuses,
  defaultStatus: 'REQUESTED',
  filter: { name: 'document', values: openDocumentStates },
  numbers: ['kind'],
  days: true,
}
const statusChips = [
  ...receiptStatuses.map((status) => ({ status, label: receiptStatusLabels[status] })),
  { status: undefined, label: '전체' },
]
const kindSelect = {
  name: 'kind',
  label: '종류',
  all: '모든 종류',
  options: receiptKinds.map((kind) => [kind, receiptKindLabels[kind]] as const),
}
const documentSelect = {
  name: 'document',
  label: openDocumentFilterTexts.label,
  all: openDocumentFilterTexts.all,
  options: openDocumentStates.map((state) => [state, openDocumentFilterTexts[state]] as const),
}
const PAGE_SIZE = 50

export default async function ReceiptsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, receiptsListUrl)
  const kind = receiptKinds.find((each) => each === state.numbers?.kind)
  const document = openDocumentStates.find((each) => each === state.filter)
  const [list, open, hasDocuments] = await Promise.all([
    receiptsForStaff(db(), { ...state, kind, document, size: PAGE_SIZE }),
    countOpenReceipts(db()),
    hasReceiptDocuments(db()),
  ])
  const { status, from, to, q } = state
  return (
    <>
      <PageTitle
        title="영수증"
        hint={`발행 대기 ${formatCount(open.count)}건`}
        actions={<ExportLink call="/api/admin/receipts" query={{ status, kind, document, from, to, q }} />}
      />
      <ListTools
        {...{ listUrl: receiptsListUrl, state, chips: statusChips }}
        selects={hasDocuments ? [kindSelect, documentSelect] : [kindSelect]}
        search="회원, 입금자명, 상호, 사업자번호, 금액"
        today={seoulDay(clock.now())}
      />
      <ReceiptList
        key={listReactKey(state)}
        rows={list.rows}
        now={clock.now().getTime()}
        {...{ listUrl: receiptsListUrl, state }}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={receiptsListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
