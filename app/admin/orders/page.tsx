import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { OrderList } from '#components/console/orders/order-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { waitingApprovalsOf } from '#lib/approvals/decisions/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { orderStatuses, orderStatusLabels } from '#lib/orders/labels.ts'
import { openOrderCounts, orderForStaff, ordersForStaff } from '#lib/orders/queries/list-for-staff.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '주문' }

const ordersListUrl: ListUrl = {
  path: '/admin/orders',
  statuses: orderStatuses,
  defaultStatus: undefined,
  days: true,
  sorts: [
    { key: 'createdAt', labels: ['최신순', '오래된 순'], isDefault: true },
    { key: 'point', labels: ['금액 큰 순', '금액 작은 순'] },
  ],
}
const statusChips = [
  { status: undefined, label: '전체' },
  ...orderStatuses.map((status) => ({ status, label: orderStatusLabels[status] })),
]
const PAGE_SIZE = 50

export default async function OrdersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, ordersListUrl)
  const [list, openCounts] = await Promise.all([
    ordersForStaff(db(), { ...state, size: PAGE_SIZE }),
    openOrderCounts(db()),
  ])
  const shownId = state.chosen ?? list.rows[0]?.id
  const [initialDetail, approvals] = await Promise.all([
    shownId ? orderForStaff(db(), shownId) : null,
    waitingApprovalsOf(
      db(),
      'order',
      list.rows.map(({ id }) => id),
      staff,
    ),
  ])
  const hint = orderStatuses
    .map((status) => ({ status, count: openCounts.find((each) => each.status === status)?.count ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${orderStatusLabels[status]} ${formatCount(count)}건`)
  return (
    <>
      <PageTitle
        title="주문"
        hint={hint.join(' · ')}
        actions={<ExportLink call="/api/admin/orders" {...{ listUrl: ordersListUrl, state }} />}
      />
      <ListTools
        listUrl={ordersListUrl}
        state={state}
        search="주문번호, 회원"
        chips={statusChips}
        today={seoulDay(clock.now())}
      />
      <OrderList
        key={listReactKey(state)}
        rows={list.rows}
        {...{ initialDetail, approvals }}
        now={clock.now().getTime()}
        listUrl={ordersListUrl}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={ordersListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
