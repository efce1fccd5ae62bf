import type { Metadata } from 'next'
import { ChargeList } from '#components/console/charges/charge-list.tsx'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { waitingApprovalsOf } from '#lib/approvals/decisions/queries.ts'
import { chargeFilterLabels, chargeStatus, chargeStatuses } from '#lib/charges/labels.ts'
import { chargesForStaff, pastChargeCountsOf, pendingChargeTotals } from '#lib/charges/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { depositFitsOfCharges } from '#lib/deposits/queries/deposit-fits.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '충전' }

const chargesListUrl: ListUrl = {
  path: '/admin/charges',
  statuses: chargeStatuses,
  defaultStatus: chargeStatus.PENDING,
  days: true,
  sorts: [
    { key: 'createdAt', labels: ['최신순', '오래된 순'], isDefault: true },
    { key: 'payAmount', labels: ['금액 큰 순', '금액 작은 순'] },
  ],
}
const statusChips = [
  ...chargeStatuses.map((status) => ({ status, label: chargeFilterLabels[status] })),
  { status: undefined, label: '전체' },
]
const PAGE_SIZE = 50

export default async function ChargesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, chargesListUrl)
  const [list, waiting] = await Promise.all([
    chargesForStaff(db(), { ...state, size: PAGE_SIZE }),
    pendingChargeTotals(db()),
  ])
  const [members, ids] = [list.rows.map(({ memberNo }) => memberNo), list.rows.map(({ id }) => id)]
  const [past, depositFits, approvals] = await Promise.all([
    pastChargeCountsOf(db(), members),
    depositFitsOfCharges(db(), ids),
    waitingApprovalsOf(db(), 'charge', ids, staff),
  ])
  return (
    <>
      <PageTitle
        title="충전"
        hint={`대기 ${formatCount(waiting.count)}건 · ${formatWon(waiting.payAmount)}`}
        actions={<ExportLink call="/api/admin/charges" {...{ listUrl: chargesListUrl, state }} />}
      />
      <ListTools
        listUrl={chargesListUrl}
        state={state}
        search="회원, 입금자명, 금액, 번호"
        chips={statusChips}
        today={seoulDay(clock.now())}
      />
      <ChargeList
        key={listReactKey(state)}
        rows={list.rows}
        {...{ past, depositFits, approvals }}
        now={clock.now().getTime()}
        listUrl={chargesListUrl}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={chargesListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
