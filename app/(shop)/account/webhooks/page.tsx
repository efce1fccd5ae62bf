import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { DeliveryFilters } from '#components/webhooks/delivery-filters.tsx'
import { parseDeliveryQuery } from '#components/webhooks/delivery-query.ts'
import { DeliveryTable } from '#components/webhooks/delivery-table.tsx'
import { db } from '#lib/core/db.ts'
import { allow } from '#lib/web/page-access.ts'
import { webhookDeliveryTexts } from '#lib/webhooks/labels.ts'
import { listWebhookDeliveries } from '#lib/webhooks/queries.ts'

export const metadata: Metadata = { title: webhookDeliveryTexts.title }

const path = '/account/webhooks'

export default async function WebhookDeliveriesPage({ searchParams }: PageProps<'/account/webhooks'>) {
  const who = await allow('member', 'guest')
  const query = parseDeliveryQuery(await searchParams)
  const { rows, total } =
    who.kind === 'member' ? await listWebhookDeliveries(db(), who.caller.memberId, query) : { rows: [], total: 0 }
  const { state, order, page, size } = query
  const lastPage = Math.max(1, Math.ceil(total / size))
  if (rows.length === 0 && page > lastPage)
    redirect(hrefOf(path, { state, order, page: lastPage > 1 ? lastPage : null }))
  return (
    <>
      <PageTitle
        title={webhookDeliveryTexts.title}
        hint={webhookDeliveryTexts.period}
        actions={
          <ButtonLink href="/account" size="s">
            웹훅 설정
          </ButtonLink>
        }
      />
      <DeliveryFilters state={state} order={order} />
      <DeliveryTable
        rows={rows}
        isGuest={who.kind === 'guest'}
        isFiltered={state !== undefined || order !== undefined}
      />
      <Pagination path={path} query={{ state, order }} page={page} pageSize={size} total={total} neighbours={2} />
    </>
  )
}
