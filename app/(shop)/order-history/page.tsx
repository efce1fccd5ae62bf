import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { LandscapeBanner } from '#components/chrome/landscape-banner.tsx'
import { parseHistoryQuery, parseOpenedOrderId, parseOrderSearch } from '#components/orders/history-query.ts'
import { OpenedOrderDialog } from '#components/orders/opened-order-dialog.tsx'
import { OrderFilters } from '#components/orders/order-filters.tsx'
import { OrderHistoryTable } from '#components/orders/order-history-table.tsx'
import { RefreshWhileOpen } from '#components/orders/refresh-while-open.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { addServiceNames } from '#lib/catalog/queries.ts'
import { db } from '#lib/core/db.ts'
import { findMemberOrders, readSingleOrderList } from '#lib/orders/queries.ts'
import { openOrdersStateText } from '#lib/orders/rules.ts'
import { withRequests } from '#lib/requests/queries/offers.ts'
import { openRequestsKey } from '#lib/requests/rules.ts'
import { allow, databaseForHistory } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '주문내역' }

const noOrders = { rows: [], total: 0 }

export default async function OrderHistoryPage({ searchParams }: PageProps<'/order-history'>) {
  const who = await allow('member', 'guest')
  const search = await searchParams
  const query = parseHistoryQuery(search)
  const memberId = who.kind === 'member' ? who.caller.memberId : null
  const searched = parseOrderSearch(search)
  const { rows, total } =
    memberId === null ? noOrders : await findMemberOrders(await databaseForHistory(), memberId, query, searched.id)
  const { status, page, size } = query
  const lastPage = Math.max(1, Math.ceil(total / size))
  if (rows.length === 0 && page > lastPage)
    redirect(hrefOf('/order-history', { status, page: lastPage > 1 ? lastPage : null }))
  const openedOrders = memberId === null ? [] : await readSingleOrderList(db(), memberId, parseOpenedOrderId(search))
  const userAgent = (await headers()).get('user-agent') ?? ''
  const namedOrders = await addServiceNames(db(), [...rows, ...openedOrders], userAgent)
  const orders = await withRequests(db(), namedOrders)
  const shown = orders.slice(0, rows.length)
  return (
    <>
      <PageTitle title="주문내역" hint="최근 3개월과 진행 중인 주문" />
      <RefreshWhileOpen state={openOrdersStateText(rows) + openRequestsKey(orders)} />
      <OrderFilters status={status} typed={memberId === null ? null : searched.typed} />
      {rows.length > 0 && <LandscapeBanner />}
      {orders.slice(rows.length).map((order) => (
        <OpenedOrderDialog key={order.id} order={order} />
      ))}
      <OrderHistoryTable
        rows={shown}
        guest={memberId === null}
        filtered={status !== undefined}
        searched={searched.typed}
      />
      <Pagination path="/order-history" query={{ status }} page={page} pageSize={size} total={total} neighbours={2} />
    </>
  )
}
