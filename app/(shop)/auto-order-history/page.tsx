import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { type AutoHistoryState, autoHistoryQueryOf } from '#components/auto-orders/auto-history-query.ts'
import { AutoOrderStatusChips } from '#components/auto-orders/auto-order-status.tsx'
import { AutoOrderTable } from '#components/auto-orders/auto-order-table.tsx'
import { LandscapeBanner } from '#components/chrome/landscape-banner.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { autoOrderHistory } from '#lib/auto-orders/queries.ts'
import { namesOfServices } from '#lib/catalog/queries.ts'
import { deviceOf, displayName } from '#lib/catalog/rules.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { allow } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '자동주문내역' }

const path = '/auto-order-history'

export default async function AutoOrderHistoryPage({ searchParams }: PageProps<'/auto-order-history'>) {
  const who = await allow('member', 'guest')
  const query = autoHistoryQueryOf(await searchParams)
  const { rows, total } = who.kind === 'member' ? await shownOrders(who.caller.memberId, query) : { rows: [], total: 0 }
  const { status, page, size } = query
  const last = Math.max(1, Math.ceil(total / size))
  if (rows.length === 0 && page > last) redirect(hrefOf(path, { status, page: last > 1 ? last : null }))
  return (
    <>
      <PageTitle title="자동주문내역" hint="최근 3개월" />
      <AutoOrderStatusChips status={status} />
      {rows.length > 0 && <LandscapeBanner />}
      <AutoOrderTable rows={rows} guest={who.kind === 'guest'} filtered={status !== undefined} />
      <Pagination path={path} query={{ status }} page={page} pageSize={size} total={total} neighbours={2} />
    </>
  )
}

/** A page of a member's repeating orders, each with what its product is called today. */
async function shownOrders(memberId: number, query: AutoHistoryState) {
  const [{ rows, total }, site, sent] = await Promise.all([
    autoOrderHistory(db(), memberId, query),
    settings(db()),
    headers(),
  ])
  const services = await namesOfServices(
    db(),
    rows.map((row) => row.serviceId),
  )
  const shown = { showId: site.ENABLE_VISIBLE_SERVICE_ID, device: deviceOf(sent.get('user-agent') ?? '') }
  const named = rows.map((row) => {
    const service = services.get(row.serviceId)
    return { ...row, product: service ? displayName(service, shown) : '', platformId: service?.platformId }
  })
  return { rows: named, total }
}
