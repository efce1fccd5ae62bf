import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { LandscapeBanner } from '#components/chrome/landscape-banner.tsx'
import { historyQueryOf, openedOrderOf } from '#components/orders/history-query.ts'
import { OpenedOrder } from '#components/orders/opened-order.tsx'
import { OrderHistoryTable } from '#components/orders/order-history-table.tsx'
import { OrderStatusChips } from '#components/orders/order-status-chips.tsx'
import { RefreshWhileOpen } from '#components/orders/refresh-while-open.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { withServiceNames } from '#lib/catalog/queries.ts'
import { db } from '#lib/core/db.ts'
import { memberOrder, orderHistory } from '#lib/orders/queries.ts'
import { openOrdersState } from '#lib/orders/rules.ts'
import { withRequests } from '#lib/requests/queries/offers.ts'
import { openRequestsState } from '#lib/requests/rules.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '주문내역' }

export default async function OrderHistoryPage({ searchParams }: PageProps<'/order-history'>) {
  const who = await allow('member', 'guest')
  const search = await searchParams
  const query = historyQueryOf(search)
  const { rows, total } =
    who.kind === 'member' ? await orderHistory(db(), who.caller.memberId, query) : { rows: [], total: 0 }
  const { status, page, size } = query
  const last = Math.max(1, Math.ceil(total / size))
  if (rows.length === 0 && page > last) redirect(hrefOf('/order-history', { status, page: last > 1 ? last : null }))
  const opened = who.kind === 'member' ? await memberOrder(db(), who.caller.memberId, openedOrderOf(search)) : []
  const named = await withServiceNames(db(), [...rows, ...opened], (await headers()).get('user-agent') ?? '')
  const all = await withRequests(db(), named)
  const shown = all.slice(0, rows.length)
  return (
    <>
      <PageTitle title="주문내역" hint="최근 3개월" />
      <RefreshWhileOpen state={openOrdersState(rows) + openRequestsState(all)} />
      <OrderStatusChips status={status} />
      {rows.length > 0 && <LandscapeBanner />}
      {all.slice(rows.length).map((order) => (
        <OpenedOrder key={order.id} order={order} />
      ))}
      <OrderHistoryTable rows={shown} guest={who.kind === 'guest'} filtered={status !== undefined} />
      <Pagination path="/order-history" query={{ status }} page={page} pageSize={size} total={total} neighbours={2} />
    </>
  )
}
