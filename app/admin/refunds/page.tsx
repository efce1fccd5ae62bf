import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { PageLink } from '#components/console/page-link.tsx'
import { CashRefundList } from '#components/console/refunds/cash-refund-list.tsx'
import { TransferFiles } from '#components/console/refunds/transfer-files.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { waitingApprovalsOf } from '#lib/approvals/decisions/queries.ts'
import { cashRefundStatuses, cashRefundStatusLabels, refundStatus } from '#lib/charges/labels.ts'
import { cashRefundsForStaff, openCashRefundTotals } from '#lib/charges/queries/refunds.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { transferFilesForStaff } from '#lib/transfers/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '환불' }

const transferDueFilter = { name: 'transfer', values: ['DUE'] }
const refundsListUrl: ListUrl = {
  path: '/admin/refunds',
  statuses: cashRefundStatuses,
  defaultStatus: refundStatus.REQUESTED,
  filter: transferDueFilter,
  days: true,
}
const statusChips = [
  ...cashRefundStatuses.map((status) => ({ status, label: cashRefundStatusLabels[status] })),
  { status: undefined, label: '전체' },
]
const transferDueText = '아직 이체되지 않은 지급'
const transferChips = {
  label: '이체',
  chips: [
    { filter: undefined, label: '모두' },
    { filter: 'DUE', label: transferDueText },
  ],
}
const PAGE_SIZE = 50

export default async function RefundsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, refundsListUrl)
  const mayAct = staff.role !== 'SUPPORT'
  // Only a paid cash refund has a bank transfer, so among requested or rejected refunds the filter by transfer would
  // find nothing.
  const mayHaveTransfers = state.status === undefined || state.status === refundStatus.PAID
  const [list, waiting, files] = await Promise.all([
    cashRefundsForStaff(
      db(),
      { ...state, transfer: state.filter === 'DUE' ? 'DUE' : undefined, size: PAGE_SIZE },
      staff,
    ),
    openCashRefundTotals(db()),
    mayAct ? transferFilesForStaff(db()) : { rows: [] },
  ])
  const approvals = await waitingApprovalsOf(
    db(),
    'refund',
    list.rows.map(({ id }) => id),
    staff,
  )
  return (
    <>
      <PageTitle
        title="환불"
        hint={
          <>
            {`접수 ${formatCount(waiting.count)}건 · ${formatWon(waiting.point)}`}
            {waiting.unsent > 0 && (
              <>
                {' · '}
                <PageLink
                  inText
                  path={refundsListUrl.path}
                  query={{ status: refundStatus.PAID, transfer: 'DUE' }}
                >{`${transferDueText} ${formatCount(waiting.unsent)}건`}</PageLink>
              </>
            )}
          </>
        }
        actions={<ExportLink call="/api/admin/refund-requests" {...{ listUrl: refundsListUrl, state }} />}
      />
      <ListTools
        listUrl={refundsListUrl}
        state={state}
        search="회원, 예금주, 금액"
        chips={statusChips}
        filters={mayHaveTransfers || state.filter ? transferChips : undefined}
        today={seoulDay(clock.now())}
      />
      <CashRefundList
        key={listReactKey(state)}
        rows={list.rows}
        approvals={approvals}
        now={clock.now().getTime()}
        listUrl={refundsListUrl}
        state={state}
        mayAct={mayAct}
      />
      <ListFooter
        listUrl={refundsListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
      {files.rows.length > 0 && <TransferFiles files={files.rows} />}
    </>
  )
}
