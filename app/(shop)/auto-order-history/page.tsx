import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { parseAutoHistoryQuery } from '#components/auto-orders/auto-history-query.ts'
import { AutoOrderStatusChips } from '#components/auto-orders/auto-order-status.tsx'
import { AutoOrderTable } from '#components/auto-orders/auto-order-table.tsx'
import { DebtNotice } from '#components/auto-orders/debt-notice.tsx'
import { LandscapeBanner } from '#components/chrome/landscape-banner.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { addServiceNames } from '#lib/catalog/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { autoOrderHistory, autoOrdersWaitingForLink, openDebtWithDeadline } from '#lib/orders/auto/queries.ts'
import { canCancelAutoOrder } from '#lib/orders/auto/rules.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '자동주문내역' }

const historyPath = '/auto-order-history'

export default async function AutoOrderHistoryPage({ searchParams }: PageProps<'/auto-order-history'>) {
  const who = await allow('member', 'guest')
  const query = parseAutoHistoryQuery(await searchParams)
  const [{ rows, total }, { debt, until }] =
    who.kind === 'member'
      ? await Promise.all([
          autoOrderHistory(db(), who.caller.memberId, query, { withOlderRunning: true }),
          openDebtWithDeadline(db(), who.caller.memberId),
        ])
      : [
          { rows: [], total: 0 },
          { debt: 0n, until: null },
        ]
  const { status, page, size } = query
  const lastPage = Math.max(1, Math.ceil(total / size))
  if (rows.length === 0 && page > lastPage)
    redirect(hrefOf(historyPath, { status, page: lastPage > 1 ? lastPage : null }))
  const [named, waiting] = await Promise.all([
    addServiceNames(db(), rows, (await headers()).get('user-agent') ?? ''),
    autoOrdersWaitingForLink(
      db(),
      rows.map(({ id }) => id),
    ),
  ])
  const shown = named.map((row) => ({ ...row, memberOwes: debt > 0n, waitsForLink: waiting.has(row.id) }))
  return (
    <>
      <PageTitle title="자동주문내역" hint="최근 3개월과 진행 중인 자동주문" />
      <AutoOrderStatusChips status={status} />
      {debt > 0n && rows.some(canCancelAutoOrder) && <DebtNotice debt={debt} until={until} now={clock.now()} />}
      {rows.length > 0 && <LandscapeBanner />}
      <AutoOrderTable rows={shown} guest={who.kind === 'guest'} filtered={status !== undefined} />
      <Pagination path={historyPath} query={{ status }} page={page} pageSize={size} total={total} neighbours={2} />
    </>
  )
}
