import type { Metadata } from 'next'
import { DepositList } from '#components/console/deposits/deposit-list.tsx'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { waitingApprovalsOfDeposits } from '#lib/approvals/decisions/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { type DepositStatus, depositStatuses, depositStatusLabels } from '#lib/deposits/labels.ts'
import { frequentReturnReasons } from '#lib/deposits/queries/frequent-return-reasons.ts'
import { depositForStaff } from '#lib/deposits/queries/one-deposit.ts'
import { depositsForStaff, waitingDepositTotals } from '#lib/deposits/queries.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '입금' }

const depositsListUrl: ListUrl<DepositStatus> = {
  path: '/admin/deposits',
  statuses: depositStatuses,
  defaultStatus: 'WAITING',
  days: true,
  sorts: [
    { key: 'at', labels: ['입금 최신순', '입금 오래된 순'] },
    { key: 'amount', labels: ['금액 큰 순', '금액 작은 순'] },
  ],
}
const statusChips = [
  ...depositStatuses.map((status) => ({ status, label: depositStatusLabels[status] })),
  { status: undefined, label: '전체' },
]
const PAGE_SIZE = 50

export default async function DepositsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, depositsListUrl)
  const [list, waiting] = await Promise.all([
    depositsForStaff(db(), { ...state, size: PAGE_SIZE }),
    waitingDepositTotals(db()),
  ])
  const ids = list.rows.map(({ id }) => id)
  const [initialDetail, approvals, reasons] = await Promise.all([
    depositForStaff(db(), state.chosen ?? ids[0] ?? 0),
    waitingApprovalsOfDeposits(db(), ids, staff),
    frequentReturnReasons(db()),
  ])
  const mayAct = staff.role !== 'SUPPORT'
  const importLink = (
    <ButtonLink tone="main" size="s" href={`${depositsListUrl.path}/import`}>
      입금 가져오기
    </ButtonLink>
  )
  return (
    <>
      <PageTitle
        title="입금"
        hint={`대기 ${formatCount(waiting.count)}건 · ${formatWon(waiting.amount)}`}
        actions={
          <>
            <ExportLink call="/api/admin/deposits" {...{ listUrl: depositsListUrl, state }} />
            {mayAct && importLink}
          </>
        }
      />
      <ListTools
        listUrl={depositsListUrl}
        state={state}
        search="입금자명, 금액, 거래번호"
        chips={statusChips}
        today={seoulDay(clock.now())}
      />
      <DepositList
        key={listReactKey(state)}
        rows={list.rows}
        now={clock.now().getTime()}
        {...{ initialDetail, reasons, approvals, listUrl: depositsListUrl, state, mayAct }}
      />
      <ListFooter
        listUrl={depositsListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
