import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { parseListState } from '#components/console/list-state.ts'
import { ProviderPricingCard } from '#components/console/providers/provider-pricing-card.tsx'
import {
  ProviderServicePages,
  ProviderServiceTools,
  parseAfterServiceId,
  providerServiceListUrl,
} from '#components/console/providers/provider-service-tools.tsx'
import { ProviderServices } from '#components/console/providers/provider-services.tsx'
import { TakeOverPanel } from '#components/console/providers/take-over-panel.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { categoriesForStaff, platformsForStaff } from '#lib/catalog/queries/list-for-staff.ts'
import { db } from '#lib/core/db.ts'
import { providerForStaff } from '#lib/providers/queries/list-providers.ts'
import { providerServicesForStaff } from '#lib/providers/queries/list-services.ts'
import { heldListReasonOf, pricingForStaff } from '#lib/providers/queries/pricing.ts'
import { openTakeOverProgress } from '#lib/providers/queries/take-over-progress.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '공급사 상품' }

const PAGE_SIZE = 50

export default async function ProviderPage({ params, searchParams }: PageProps<'/admin/providers/[id]'>) {
  const staff = await allowStaff()
  const { id } = await params
  const provider = /^[1-9]\d{0,8}$/.test(id) ? await providerForStaff(db(), Number(id)) : null
  if (!provider) notFound()
  const query = await searchParams
  const state = parseListState(query, providerServiceListUrl(provider.id))
  const after = parseAfterServiceId(query)
  const gone = state.status && (state.status === 'GONE' ? 'true' : 'false')
  const [pricing, list, categories, platforms, unfinished, heldList] = await Promise.all([
    pricingForStaff(db(), provider.id),
    providerServicesForStaff(db(), provider.id, { q: state.q, gone, size: PAGE_SIZE, cursor: after }),
    categoriesForStaff(db()),
    platformsForStaff(db()),
    openTakeOverProgress(db(), provider.id),
    heldListReasonOf(db(), provider.id),
  ])
  const mayAct = staff.role === 'OWNER'
  return (
    <>
      <PageTitle
        title={provider.name}
        hint={`목록 ${list.total.toLocaleString('ko-KR')}개`}
        actions={
          <ButtonLink size="s" href={`/admin/providers?id=${provider.id}`}>
            공급사 정보 보기
          </ButtonLink>
        }
      />
      <ProviderPricingCard {...{ provider, pricing, heldList, mayAct }} />
      {mayAct && (
        <TakeOverPanel {...{ provider, pricing, platforms, unfinished, isFirst: !pricing.syncedAt && !heldList }} />
      )}
      <ProviderServiceTools state={state} providerId={provider.id} />
      <ProviderServices
        key={JSON.stringify([state.status, state.q, after])}
        {...{ providerId: provider.id, rows: list.rows, categories, margin: pricing.margin, mayAct }}
        isNarrowed={state.q !== '' || state.status !== 'LISTED' || after !== undefined}
      />
      <ProviderServicePages state={state} providerId={provider.id} after={after} next={list.nextCursor} />
    </>
  )
}
